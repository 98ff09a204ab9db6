import { UsageError } from '../errors/errors.ts';
import { assertAddress } from '../remote/connect-options.ts';
import { checkSchemaDocument, checkWithSchema, type Finding } from './check-with-schema.ts';
import { findSchema, toSchema } from './find-schema.ts';
import type { RemoteAgent } from '@formwork/client';
import { fromSchemaMode } from '@formwork/core/internal';
import {
  detectDocument,
  type DetectedDocument,
  type DocumentForm,
  type DocumentTextReport,
  type FormChoice,
  listDocumentForms,
  type PlacedProblem,
  readDocumentText,
  type ReadDocumentText,
  validateDocumentText,
  DOCUMENT_DIALECTS,
  type DocumentDialect,
} from '@formwork/documents';
import type { Problem } from '@formwork/schema';
import { appendPointer, isRecord } from '@formwork/schema/internal';
import { findInexactNumber, findPosition } from '@formwork/schema/json-text';

/** The schemas that documents are checked by. */
export interface CheckRequest {
  /** The kind of the document, `schema`, or the name or path of a schema. Default: detected. */
  readonly as: string | undefined;
  readonly dialect: FormChoice['dialect'];
  /** Whose schemas tagged parts fit. */
  readonly agent: RemoteAgent | undefined;
}

/** The findings about a document. */
export interface CheckedDocument extends Pick<DocumentTextReport, 'problems' | 'warnings'> {
  readonly form?: DocumentForm;
  /** The other version of a card that carries both; it was held against it, too. */
  readonly companion?: DocumentForm;
  /** Other forms that it may be of as well. */
  readonly others: readonly DocumentForm[];
  /** A suggestion to try instead. */
  readonly hint?: string;
}

/** The agent that parts are held against. @throws UsageError, ConnectError */
export async function openAgent(url: string | undefined): Promise<RemoteAgent | undefined> {
  if (url === undefined) return undefined;
  assertAddress(url, '--agent');
  const { connect } = await import('@formwork/client');
  return connect(url);
}

/** Finds the faults of a document. @throws UsageError, CliError, ConnectError */
export async function checkDocument(
  source: Uint8Array,
  { as, dialect, agent }: CheckRequest,
): Promise<CheckedDocument> {
  if (as === undefined || listDocumentForms({ dialect, kind: as }).length > 0) {
    return checkKnown(source, { choice: { dialect, kind: as }, agent });
  }
  const read = readDocumentText(source);
  if (read.kind === 'broken') return { problems: read.problems, warnings: [], others: [] };
  const { findings, warnings } = await checkOther(read.parsed.value, as, agent);
  return toPlaced(read, { findings, warnings, isSchema: as === 'schema' });
}

interface KnownOptions {
  readonly choice: FormChoice;
  readonly agent: RemoteAgent | undefined;
}

function checkKnown(source: Uint8Array, { choice, agent }: KnownOptions): CheckedDocument {
  const report = validateDocumentText(source, choice);
  const { form, companion, detection, problems, warnings } = report;
  const read = readDocumentText(source);
  if (read.kind === 'broken' || form === undefined || detection === undefined) {
    return { problems, warnings, others: [] };
  }
  const { value } = read.parsed;
  const parts =
    agent === undefined
      ? []
      : checkParts(value, agent).map((one) => ({
          keyword: 'agent-schema',
          expected: 'what the schema of the agent says',
          ...one,
          ...findPosition(read.parsed, one.pointer),
        }));
  const [first] = detection.candidates;
  const isAmbiguous = detection.kind === 'ambiguous';
  const others = detection.candidates
    .filter((one) => isAmbiguous && one !== first && one.fits === first?.fits)
    .map((one) => one.form);
  const isTold = report.valid || companion !== undefined;
  const hint = isTold ? undefined : toHint(value, { form, others, choice, detection });
  return {
    form,
    ...(companion && { companion }),
    others: others.filter(
      (other) => report.valid && other !== form && other.dialect !== companion?.dialect,
    ),
    problems: [...problems, ...parts],
    warnings,
    ...(hint !== undefined && { hint }),
  };
}

interface HintOptions {
  readonly form: DocumentForm;
  readonly others: readonly DocumentForm[];
  readonly choice: FormChoice;
  /** The kind that it was recognized as, among those that were asked for. */
  readonly detection: DetectedDocument;
}

/** Names the kind that a document looks like when it is not of the kind it was taken for, or told to be. */
function toHint(
  value: unknown,
  { form, others, choice, detection }: HintOptions,
): string | undefined {
  const { kind, dialect } = choice;
  const [best] = (dialect === undefined ? detection : detectDocument(value, { kind })).candidates;
  const dialects = [...(best?.form.dialect === dialect ? [] : [best?.form]), ...others].flatMap(
    (one) => (one === undefined || one.dialect === form.dialect ? [] : [one.dialect]),
  );
  const [another] = new Set(dialects);
  if (another === undefined) return undefined;
  const verb = dialect === undefined ? 'may also be meant as' : 'looks like';
  return `It ${verb} ${another}: try --dialect ${another}.`;
}

/** A schema, or what has to fit one that the command line names. */
async function checkOther(
  value: unknown,
  as: string,
  agent: RemoteAgent | undefined,
): Promise<{ readonly findings: readonly Found[]; readonly warnings: readonly Found[] }> {
  if (as === 'schema') {
    const schema = toSchema(value);
    if (schema !== undefined) return checkSchemaDocument(schema);
    const message = 'must be a JSON object, as a schema is one';
    return { findings: [{ pointer: '', message }], warnings: [] };
  }
  const names = listDocumentForms().flatMap((form) =>
    form.names.filter((name) => !/\s/u.test(name)),
  );
  const found = await findSchema(as, { agent, kinds: [...new Set(names), 'schema'] });
  return { findings: checkWithSchema(value, found), warnings: [] };
}

type Found = Pick<Problem, 'pointer' | 'message'> & Partial<Problem>;

interface FoundOptions {
  readonly findings: readonly Found[];
  readonly warnings: readonly Found[];
  readonly isSchema: boolean;
}

function toPlaced(
  read: Extract<ReadDocumentText, { readonly kind: 'read' }>,
  { findings, warnings, isSchema }: FoundOptions,
): CheckedDocument {
  const { parsed } = read;
  const place = (one: Found): PlacedProblem => ({
    keyword: isSchema ? 'schema' : 'value',
    expected: isSchema ? 'a schema' : 'what the schema says',
    ...one,
    ...findPosition(parsed, one.pointer),
  });
  const inexact = findInexactNumber(parsed.tree, parsed.text);
  const changed: readonly Found[] =
    inexact === undefined
      ? []
      : [
          {
            pointer: inexact.pointer,
            keyword: 'exact-number',
            message: `must be a number that JavaScript holds exactly but is ${inexact.text}`,
          },
        ];
  // The limits in a schema may be those of larger numbers, and rounding them changes little.
  return {
    problems: [...[...findings, ...(isSchema ? [] : changed)].map(place), ...read.problems],
    warnings: [...[...warnings, ...(isSchema ? changed : [])].map(place), ...read.warnings],
    others: [],
  };
}

type PlacedPart = readonly [string, Readonly<Record<string, unknown>>];

/** Tagged parts against the schemas of the agent. */
function checkParts(document: unknown, agent: RemoteAgent): readonly Finding[] {
  return listParts(document, '').flatMap(([place, part]) => {
    const { metadata, mediaType, data } = part;
    const modes = [isRecord(metadata) ? metadata['mimeType'] : undefined, mediaType];
    const names = modes.map((mode) =>
      typeof mode === 'string' ? fromSchemaMode(mode) : undefined,
    );
    const name = names.find((one) => one !== undefined);
    if (name === undefined) return [];
    const schema = agent.schema(name);
    if (schema.kind === 'refused') {
      return schema.issues.map(({ message }) => ({ pointer: place, message }));
    }
    return schema.check(data).map(({ pointer, message }) => ({
      pointer: `${place}/data${pointer}`,
      message,
    }));
  });
}

/** The object itself, if it is a part, and the parts of what it holds; data are looked into no further. */
function listParts(value: unknown, pointer: string): readonly PlacedPart[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => listParts(item, appendPointer(pointer, index)));
  }
  if (!isRecord(value)) return [];
  if ('data' in value) return [[pointer, value]];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'metadata' ? [] : listParts(member, appendPointer(pointer, name)),
  );
}

/** A dialect by its name, or by a part of it that is only its: `1.0`, `sessions`. @throws UsageError */
export function parseDialect(text: string): DocumentDialect {
  const word = text.toLowerCase();
  const found = DOCUMENT_DIALECTS.filter((dialect) => {
    const [group = '', version = ''] = dialect.split('/');
    return [dialect, group, version, version.replace(/^v/u, '')].includes(word);
  });
  const [only, another] = found;
  if (only !== undefined && another === undefined) return only;
  throw new UsageError(
    `Cannot validate as --dialect must be one of ${DOCUMENT_DIALECTS.join(', ')}: current value is ${JSON.stringify(text)}`,
  );
}
