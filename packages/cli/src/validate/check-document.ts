import type { RemoteAgent } from '@formwork/client';
import { fromSchemaMode } from '@formwork/core';
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
import { appendPointer, isRecord } from '@formwork/schema/json';
import { findInexactNumber, findPosition } from '@formwork/schema/json-text';
import { UsageError } from '../errors/errors.ts';
import { assertAddress } from '../remote/connect-options.ts';
import { checkSchemaDocument, checkWithSchema } from './check-with-schema.ts';
import { findSchema, toSchema } from './find-schema.ts';

/** The problems about a document: its form, problems and warnings. */
export interface CheckedDocument extends Pick<DocumentTextReport, 'problems' | 'warnings'> {
  readonly form?: DocumentForm;
  /**
   * The other version of a card that contains both versions; the card was checked as this one too.
   */
  readonly companion?: DocumentForm;
  /** Other forms that the document may be meant as. */
  readonly alternatives: readonly DocumentForm[];
  /** A suggestion of another form to try. */
  readonly hint?: string;
}

/**
 * Connects to the agent whose schemas parts are checked by; `undefined` without a URL. @throws
 * UsageError, ConnectError
 */
export async function openAgent(url: string | undefined): Promise<RemoteAgent | undefined> {
  if (url === undefined) return undefined;
  assertAddress(url, '--agent');
  const { connect } = await import('@formwork/client');
  return connect(url);
}

/**
 * Checks a document, and returns its problems and warnings. @throws UsageError, CliError,
 * ConnectError
 */
export async function checkDocument(
  source: Uint8Array,
  {
    as,
    dialect,
    agent,
  }: {
    /**
     * The kind of the document, `schema`, or the name or path of a schema. Default: the kind is
     * detected.
     */
    readonly as: string | undefined;
    readonly dialect: FormChoice['dialect'];
    /** The agent whose schemas tagged parts have to fit; `undefined` if parts are not checked. */
    readonly agent: RemoteAgent | undefined;
  },
): Promise<CheckedDocument> {
  if (as === undefined || listDocumentForms({ dialect, kind: as }).length > 0) {
    return checkDetected(source, { choice: { dialect, kind: as }, agent });
  }
  const read = readDocumentText(source);
  if (read.kind === 'broken') return { problems: read.problems, warnings: [], alternatives: [] };
  const { problems, warnings } = await checkBySchema(read.parsed.value, as, agent);
  return toPlaced(read, { problems, warnings, isSchema: as === 'schema' });
}

function checkDetected(
  source: Uint8Array,
  {
    choice,
    agent,
  }: {
    readonly choice: FormChoice;
    readonly agent: RemoteAgent | undefined;
  },
): CheckedDocument {
  const report = validateDocumentText(source, choice);
  const { form, companion, detection, problems, warnings } = report;
  const read = readDocumentText(source);
  if (read.kind === 'broken' || form === undefined || detection === undefined) {
    return { problems, warnings, alternatives: [] };
  }
  const { value } = read.parsed;
  const parts =
    agent === undefined
      ? []
      : checkParts(value, agent).map((problem) => ({
          keyword: 'agent-schema',
          expected: 'what the schema of the agent says',
          ...problem,
          ...findPosition(read.parsed, problem.pointer),
        }));
  const [first] = detection.candidates;
  const isAmbiguous = detection.kind === 'ambiguous';
  const alternatives = detection.candidates
    .filter((candidate) => isAmbiguous && candidate !== first && candidate.fits === first?.fits)
    .map((candidate) => candidate.form);
  const isTold = report.valid || companion !== undefined;
  const hint = isTold ? undefined : toHint(value, { form, alternatives, choice, detection });
  return {
    form,
    ...(companion && { companion }),
    alternatives: alternatives.filter(
      (alternative) =>
        report.valid && alternative !== form && alternative.dialect !== companion?.dialect,
    ),
    problems: [...problems, ...parts],
    warnings,
    ...(hint !== undefined && { hint }),
  };
}

/**
 * Suggests another dialect if the document looks like one of that dialect; `undefined` otherwise.
 */
function toHint(
  value: unknown,
  {
    form,
    alternatives,
    choice,
    detection,
  }: {
    readonly form: DocumentForm;
    readonly alternatives: readonly DocumentForm[];
    readonly choice: FormChoice;
    /** The form that the document was recognized as, among those that were allowed. */
    readonly detection: DetectedDocument;
  },
): string | undefined {
  const { kind, dialect } = choice;
  const [best] = (dialect === undefined ? detection : detectDocument(value, { kind })).candidates;
  const dialects = [
    ...(best?.form.dialect === dialect ? [] : [best?.form]),
    ...alternatives,
  ].flatMap((candidate) =>
    candidate === undefined || candidate.dialect === form.dialect ? [] : [candidate.dialect],
  );
  const [another] = new Set(dialects);
  if (another === undefined) return undefined;
  const verb = dialect === undefined ? 'may also be meant as' : 'looks like';
  return `It ${verb} ${another}: try --dialect ${another}.`;
}

/** Checks a document that is a schema, or that has to fit a schema which the command line names. */
async function checkBySchema(
  value: unknown,
  as: string,
  agent: RemoteAgent | undefined,
): Promise<{
  readonly problems: readonly UnplacedProblem[];
  readonly warnings: readonly UnplacedProblem[];
}> {
  if (as === 'schema') {
    const document = toSchema(value);
    if (document !== undefined) return checkSchemaDocument(document);
    const message = 'must be a JSON object, as a schema is one';
    return { problems: [{ pointer: '', message }], warnings: [] };
  }
  const names = listDocumentForms().flatMap((form) =>
    form.names.filter((name) => !/\s/u.test(name)),
  );
  const schema = await findSchema(as, { agent, kinds: [...new Set(names), 'schema'] });
  return { problems: checkWithSchema(value, schema), warnings: [] };
}

type UnplacedProblem = Pick<Problem, 'pointer' | 'message'> & Partial<Problem>;

function toPlaced(
  read: Extract<ReadDocumentText, { readonly kind: 'read' }>,
  {
    problems,
    warnings,
    isSchema,
  }: {
    readonly problems: readonly UnplacedProblem[];
    readonly warnings: readonly UnplacedProblem[];
    readonly isSchema: boolean;
  },
): CheckedDocument {
  const { parsed } = read;
  const locate = (problem: UnplacedProblem): PlacedProblem => ({
    keyword: isSchema ? 'schema' : 'value',
    expected: isSchema ? 'a schema' : 'what the schema says',
    ...problem,
    ...findPosition(parsed, problem.pointer),
  });
  const inexact = findInexactNumber(parsed.tree, parsed.text);
  const changed: readonly UnplacedProblem[] =
    inexact === undefined
      ? []
      : [
          {
            pointer: inexact.pointer,
            keyword: 'exact-number',
            message: `must be ${inexact.expected} but is ${inexact.text}`,
          },
        ];
  // A schema may have larger numbers as limits, and rounding those changes little.
  return {
    problems: [...[...problems, ...(isSchema ? [] : changed)].map(locate), ...read.problems],
    warnings: [...[...warnings, ...(isSchema ? changed : [])].map(locate), ...read.warnings],
    alternatives: [],
  };
}

type PlacedPart = readonly [string, Readonly<Record<string, unknown>>];

/** Checks the tagged parts in a document with the schemas of the agent. */
function checkParts(document: unknown, agent: RemoteAgent): readonly UnplacedProblem[] {
  return listParts(document, '').flatMap(([pointer, part]) => {
    const { metadata, mediaType, data } = part;
    const modes = [isRecord(metadata) ? metadata['mimeType'] : undefined, mediaType];
    const names = modes.map((mode) =>
      typeof mode === 'string' ? fromSchemaMode(mode) : undefined,
    );
    const name = names.find((candidate) => candidate !== undefined);
    if (name === undefined) return [];
    const schema = agent.schema(name);
    if (schema.kind === 'refused') {
      return schema.issues.map(({ message }) => ({ pointer, message }));
    }
    return schema.check(data).map((problem) => ({
      ...problem,
      pointer: `${pointer}/data${problem.pointer}`,
    }));
  });
}

/**
 * Lists the parts in a value: the value itself if it is a part, else those inside it. The data of a
 * part is not searched.
 */
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

/**
 * Returns the dialect with a name, or with a unique part of its name such as `1.0` or `sessions`.
 * @throws UsageError
 */
export function parseDialect(text: string): DocumentDialect {
  const word = text.toLowerCase();
  const matches = DOCUMENT_DIALECTS.filter((dialect) => {
    const [group = '', version = ''] = dialect.split('/');
    return [dialect, group, version, version.replace(/^v/u, '')].includes(word);
  });
  const [match, another] = matches;
  if (match !== undefined && another === undefined) return match;
  throw new UsageError(
    `Cannot validate because --dialect must be one of ${DOCUMENT_DIALECTS.join(', ')}: current value is ${JSON.stringify(text)}`,
  );
}
