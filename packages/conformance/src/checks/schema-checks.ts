import { fromSchemaMode } from '@formwork/core';
import { quote, previewJson } from '@formwork/schema/json';
import { isInterrupted, type TaskView } from '../doors/dialect.ts';
import type { Exchange } from '../doors/door.ts';
import type { SkillInput } from '../inputs/skill-inputs.ts';
import { broken, HOLDS, UntriedError, untried, type RuleResult } from '../rules/rule-result.ts';
import type { DoorSession } from '../session/door-session.ts';
import { describeCame, type DoorCheck } from './expectations.ts';

/** The checks of messages and results with schemas. */
export const SCHEMA_CHECKS: Readonly<Record<string, DoorCheck>> = {
  async 'schemas.valid-input'(session) {
    const { door } = session;
    listStructured(session);
    // An answer that is neither a task nor a message is the business of another rule.
    const badStart = (await session.startAll()).find(
      ({ task, event, exchange }) =>
        task === undefined && (event !== undefined || exchange.error !== undefined),
    );
    if (badStart === undefined) return HOLDS;
    return broken({
      sent: `data that fits the schema ${quote(badStart.input.schema ?? '')}: ${previewJson(badStart.input.valid)}`,
      expected: 'a task',
      came: describeCame(door, badStart.exchange),
      change: `Start a task on this input. If the data is wrong for another reason, give an input for ${quote(badStart.input.skill.id)}.`,
    });
  },

  async 'schemas.invalid-input'(session) {
    for (const { input, about, exchange } of await tryInvalid(session)) {
      const task = readTask(session, exchange);
      if (!isUsed(task)) continue;
      return broken({
        sent: `data ${about}, which does not fit the schema ${quote(input.schema ?? '')}`,
        expected: 'no task that uses it',
        came: `a task as ${task?.state}`,
        change: 'Validate the data of a tagged part by its schema before a task is started.',
      });
    }
    return HOLDS;
  },

  async 'schemas.invalid-told'(session) {
    for (const { input, about, exchange } of await tryInvalid(session)) {
      if (isUsed(readTask(session, exchange))) throw new UntriedError('it was used as input');
      if (readWords(session, exchange).trim() !== '') continue;
      return broken({
        sent: `data ${about}, which does not fit the schema ${quote(input.schema ?? '')}`,
        expected: 'words that say so',
        came: describeCame(session.door, exchange),
        change: 'Say in the message of the answer that the data is not valid, and why.',
      });
    }
    return HOLDS;
  },

  async 'error.actionable'(session) {
    for (const { input, about, exchange } of await tryInvalid(session)) {
      const { member } = input.invalid ?? {};
      const words = readWords(session, exchange);
      if (isUsed(readTask(session, exchange))) throw new UntriedError('it was used as input');
      if (member === undefined || words.includes(member)) continue;
      return broken({
        sent: `data ${about}`,
        expected: `an answer that names ${quote(member)}`,
        came: describeCame(session.door, exchange),
        change: 'Say which member is wrong, what was expected and what came.',
      });
    }
    return HOLDS;
  },

  async 'schemas.unknown-schema'(session) {
    const exchange = await tryUnknown(session);
    const task = readTask(session, exchange);
    if (!isUsed(task)) return HOLDS;
    return broken({
      sent: `data of the schema ${quote(UNKNOWN)}, which the card does not have`,
      expected: 'no task that uses it',
      came: `a task as ${task?.state}`,
      change: 'Refuse a tagged part whose schema the card does not declare.',
    });
  },

  async 'schemas.unknown-told'(session) {
    const exchange = await tryUnknown(session);
    if (isUsed(readTask(session, exchange))) return untried('it was used as input');
    if (readWords(session, exchange).includes(UNKNOWN)) return HOLDS;
    return broken({
      sent: `data of the schema ${quote(UNKNOWN)}`,
      expected: 'an answer that names this schema',
      came: describeCame(session.door, exchange),
      change: 'Say that the schema is unknown, and which ones the agent has.',
    });
  },

  async 'schemas.first-part'(session) {
    const { door } = session;
    const [input] = listStructured(session);
    const { dialect } = door;
    const good = dialect.dataPart(input.valid, input.schema);
    const bad = dialect.dataPart(input.valid, UNKNOWN);
    const accepted = await session.tell(input, dialect.message([good, bad]));
    const isAnswer = dialect.readEvent(accepted.result) !== undefined;
    if (accepted.error === undefined && !isAnswer) return untried('see message.answer');
    if (readTask(session, accepted) === undefined) {
      return broken({
        sent: 'first a part that fits its schema, then one of an unknown schema',
        expected: 'a task that uses the first',
        came: describeCame(door, accepted),
        change: 'Take the first tagged part of a message, and ignore the rest.',
      });
    }
    if (isUsed(readTask(session, await tryUnknown(session)))) {
      return untried('unknown schemas are used as input: see schemas.unknown-schema');
    }
    const refused = await session.tell(input, dialect.message([bad, good]));
    if (!isUsed(readTask(session, refused))) return HOLDS;
    return broken({
      sent: 'first a part of an unknown schema, then one that fits its schema',
      expected: 'no task, because the first tagged part counts',
      came: describeCame(door, refused),
      change: 'Take the first tagged part of a message, and ignore the rest.',
    });
  },

  'schemas.existing-task': (session) => tryExisting(session, { schema: undefined }),
  'schemas.existing-error': (session) => tryExisting(session, { schema: UNKNOWN }),

  async 'schemas.text'(session) {
    const { door } = session;
    const [input] = listStructured(session);
    if (!input.skill.inputModes.includes('text/plain')) {
      return untried('the skill does not take text/plain');
    }
    const message = door.dialect.message([door.dialect.textPart('Hello')]);
    const exchange = await session.tell(input, message);
    if (exchange.error === undefined) return HOLDS;
    return broken({
      sent: 'the text "Hello"',
      expected: 'a task or a message',
      came: describeCame(door, exchange),
      change: 'Answer plain text, if only by saying what the agent takes.',
    });
  },

  async 'schemas.output-tagged'(session) {
    for (const { input, task } of await listResults(session)) {
      const { outputs, id } = input.skill;
      if (outputs.length === 0) continue;
      const data = task.parts.filter(({ kind }) => kind === 'data');
      const bare = data.find(({ mode }) => fromSchemaMode(mode ?? '') === undefined);
      if (bare === undefined) continue;
      return broken({
        sent: `${previewJson(input.valid)} to the skill ${quote(id)}`,
        expected: `data with metadata.mimeType application/json;schema=${outputs[0]}`,
        came: `the data ${previewJson(bare.data)} ${bare.mode === undefined ? 'without one' : `with ${quote(bare.mode)}`}`,
        change: 'Tag the data of artifacts with the mode of its schema.',
      });
    }
    return HOLDS;
  },

  async 'schemas.output-valid'(session) {
    for (const { input, task } of await listResults(session)) {
      for (const { data, mode = '' } of task.parts) {
        const name = fromSchemaMode(mode);
        if (name === undefined) continue;
        const fault = findOutputFault(session, name, data);
        if (fault === undefined) continue;
        return broken({
          sent: `${previewJson(input.valid)} to the skill ${quote(input.skill.id)}`,
          expected: `data that fits the schema ${quote(name)}`,
          came: `${previewJson(data)}: ${fault}`,
          change: 'Validate results by their schema before they are sent.',
        });
      }
    }
    return HOLDS;
  },
};

/**
 * Sends a tagged part to a task that exists, preferably one that waits for its caller: of the schema
 * of its input, or of another one.
 */
async function tryExisting(
  session: DoorSession,
  { schema }: { readonly schema: string | undefined },
): Promise<RuleResult> {
  const { door } = session;
  const { dialect } = door;
  listStructured(session);
  const settledTasks = (await session.startAll()).filter(({ settled }) => settled !== undefined);
  const task =
    settledTasks.find(({ settled }) => isInterrupted(settled?.state ?? '')) ?? settledTasks[0];
  if (task?.settled === undefined) return untried('no task was started');
  const { input, settled } = task;
  const { id, state } = settled;
  const part = dialect.dataPart(input.valid, schema ?? input.schema);
  const exchange = await session.tell(input, dialect.message([part], { taskId: id }));
  const { error } = exchange;
  const answered = readTask(session, exchange);
  const now = answered ?? (await session.getTask(id));
  const isUnchanged = now.id !== id || now.state === state;
  const isTold = error !== undefined || readWords(session, exchange).trim() !== '';
  if (isUnchanged && isTold && (error !== undefined || answered?.state !== 'completed')) {
    return HOLDS;
  }
  return broken({
    sent: `a part of the schema ${quote(schema ?? input.schema ?? '')} to the task ${id}, which was ${state}`,
    expected: 'an answer that the data was rejected, and the task unchanged',
    came: error === undefined ? describeCame(door, exchange) : `the task as ${now.state}`,
    change: 'Refuse tagged parts in messages to existing tasks, whatever their schema.',
  });
}

/** The name of a schema that no card has. */
const UNKNOWN = 'no-such-schema';

type Structured = readonly [SkillInput, ...SkillInput[]];

/** Lists the inputs with a schema. @throws Untried if there are none */
function listStructured({ inputs }: DoorSession): Structured {
  const [first, ...tail] = inputs.inputs.filter(({ schema }) => schema !== undefined);
  if (first !== undefined) return [first, ...tail];
  throw new UntriedError(inputs.leftOut[0] ?? 'no skill has an input schema');
}

/** An input that does not fit, and the answer to it. */
interface InvalidTry {
  readonly input: SkillInput;
  readonly about: string;
  readonly exchange: Exchange;
}

const invalidTries = new WeakMap<DoorSession, Promise<readonly InvalidTry[]>>();
const unknownTries = new WeakMap<DoorSession, Promise<Exchange>>();

/** Sends an input that does not fit to every schema, once. */
function tryInvalid(session: DoorSession): Promise<readonly InvalidTry[]> {
  const attempt = invalidTries.get(session) ?? sendInvalid(session);
  invalidTries.set(session, attempt);
  return attempt;
}

async function sendInvalid(session: DoorSession): Promise<readonly InvalidTry[]> {
  const { door } = session;
  const tries: InvalidTry[] = [];
  for (const input of listStructured(session)) {
    if (input.invalid === undefined) continue;
    const { data, about } = input.invalid;
    const message = door.dialect.message([door.dialect.dataPart(data, input.schema)]);
    tries.push({ input, about, exchange: await session.tell(input, message) });
  }
  if (tries.length > 0) return tries;
  throw new UntriedError('no input was found that does not fit');
}

/** Sends data of a schema that the card does not have, once. */
function tryUnknown(session: DoorSession): Promise<Exchange> {
  const { door } = session;
  const [input] = listStructured(session);
  const message = door.dialect.message([door.dialect.dataPart(input.valid, UNKNOWN)]);
  const attempt = unknownTries.get(session) ?? session.tell(input, message);
  unknownTries.set(session, attempt);
  return attempt;
}

function readTask({ door }: DoorSession, { result }: Exchange): TaskView | undefined {
  const event = door.dialect.readEvent(result);
  return event?.kind === 'task' ? event.task : undefined;
}

/** True for a task that works, or has worked, on its input. */
function isUsed(task: TaskView | undefined): boolean {
  return task !== undefined && ['completed', 'working', 'submitted'].includes(task.state);
}

/** Everything that an answer says in words. */
function readWords({ door }: DoorSession, { error, result }: Exchange): string {
  if (error !== undefined) return error.text;
  const event = door.dialect.readEvent(result);
  if (event?.kind === 'message') return event.message.text;
  return event?.kind === 'task' ? (event.task.message?.text ?? '') : '';
}

/** Lists the completed tasks with data. @throws Untried if there are none */
async function listResults(session: DoorSession): Promise<
  readonly {
    readonly input: SkillInput;
    readonly task: TaskView;
  }[]
> {
  const results = (await session.startAll()).flatMap(({ input, settled }) =>
    settled?.state === 'completed' && settled.parts.some(({ kind }) => kind === 'data')
      ? [{ input, task: settled }]
      : [],
  );
  if (results.length > 0) return results;
  throw new UntriedError('no task completed with data');
}

/** Finds what is wrong with tagged data; `undefined` if nothing is. */
function findOutputFault({ card }: DoorSession, name: string, data: unknown): string | undefined {
  if (!card.schemaNames.includes(name)) return 'the card does not have this schema';
  const view = card.findSchema(name);
  // A schema that is not used here is the business of another rule.
  if (view.kind === 'refused') return undefined;
  const [problem] = view.validator.check(data);
  return problem && `${problem.pointer} ${problem.message}`.trim();
}
