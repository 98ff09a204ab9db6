import {
  createRemoteValidator,
  type Json,
  type JsonSchema,
  toPlainText,
  type Validator,
  vetSchema,
} from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { RecordingError } from '../errors.ts';
import { isCard, listParts, readSchemas } from './card-schemas.ts';
import { describeRequest, type Exchange, listAnswers } from './recorded-exchange.ts';
import { HOW_TO_RECORD } from './recording-file.ts';
import { isMasked } from './redaction.ts';

/** The most misfits that an error lists. */
const MAX_MISFITS = 3;

/**
 * Checks that the data of a recording fits the schemas that it is tagged with: those of the current
 * card, if there is one for its origin, else those of the recorded card. Data of requests is checked
 * by current cards only, because a recorded agent has judged it itself.
 *
 * @throws RecordingError that lists what does not fit
 */
export function checkRecording(
  exchanges: readonly Exchange[],
  {
    label,
    cards,
  }: {
    /** The path of the file, for errors. */
    readonly label: string;
    /** Current agent cards by origin, in place of the recorded ones. */
    readonly cards: Readonly<Record<string, object>>;
  },
): void {
  const current = new Map(
    Object.entries(cards).map(([url, card]) => [new URL(url).origin, readNamedSchemas(card)]),
  );
  const recorded = readRecordedCards(exchanges);
  const misfits = exchanges.flatMap((exchange) => {
    const card = current.get(new URL(exchange.request.url).origin);
    const answers = listAnswers(exchange);
    const bodies = card === undefined || isRefused(exchange) ? [] : [exchange.request.json ?? null];
    return [...bodies, ...answers].flatMap((body) =>
      listMisfits(body, card ?? recorded).map(
        (text) => `${describeRequest(exchange.request)}: ${text}`,
      ),
    );
  });
  if (misfits.length === 0) return;
  const shownMisfits = misfits.slice(0, MAX_MISFITS);
  const surplus = misfits.length - shownMisfits.length;
  const whose = current.size === 0 ? 'the recorded card' : 'the current card';
  throw new RecordingError(
    [
      `Cannot replay ${label} because its data must fit the schemas of ${whose}:`,
      ...shownMisfits,
      ...(surplus === 0 ? [] : [`and ${surplus} more.`]),
      HOW_TO_RECORD,
    ].join('\n'),
  );
}

type Named = ReadonlyMap<string, Validator | undefined>;

function readNamedSchemas(card: unknown): Named {
  const schemas = isRecord(card) ? readSchemas(card) : new Map<string, JsonSchema>();
  return new Map([...schemas].map(([name, schema]) => [name, toValidator(schema)]));
}

/** Makes a validator of a schema from outside; `undefined` for one that must not be run. */
function toValidator(schema: JsonSchema): Validator | undefined {
  const outcome = vetSchema(schema);
  return outcome.kind === 'vetted' ? createRemoteValidator(outcome.vetted) : undefined;
}

function readRecordedCards(exchanges: readonly Exchange[]): Named {
  const cards = exchanges.flatMap(listAnswers).filter(isCard);
  const all = new Map<string, Validator | undefined>();
  for (const [name, validator] of cards.flatMap((card) => [...readNamedSchemas(card)])) {
    // Two agents may have different schemas of one name, and it is uncertain which counts.
    all.set(name, all.has(name) ? undefined : validator);
  }
  return all;
}

function listMisfits(body: Json, schemas: Named): readonly string[] {
  return listParts(body).flatMap(({ schema = '', data }) => {
    const problems = isMasked(data as Json) ? [] : (schemas.get(schema)?.check(data) ?? []);
    if (problems.length === 0) return [];
    return [toPlainText(problems.slice(0, MAX_MISFITS), { schema })];
  });
}

function isRefused({ response }: Exchange): boolean {
  if (response === undefined || response.status >= 400) return true;
  const bodies = [response, ...(response.events ?? [])];
  return bodies.some(({ json }) => isRecord(json) && 'error' in json);
}
