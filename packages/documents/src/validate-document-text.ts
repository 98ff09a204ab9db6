import type { Problem } from '@formwork/schema';
import { previewJson } from '@formwork/schema/json';
import {
  decodeUtf8,
  findDuplicateNames,
  findPosition,
  type Position,
  findInexactNumber,
  parseJsonText,
  type ParsedJson,
  toPosition,
} from '@formwork/schema/json-text';
import type { FormChoice } from './document-form.ts';
import { validateDocument, type DocumentReport } from './validate-document.ts';

/** A problem with its line and column in the text. */
export interface PlacedProblem extends Problem, Position {}

/** The result of validating the text of a document, with places in the text. */
export interface DocumentTextReport extends Omit<
  DocumentReport,
  'detection' | 'problems' | 'warnings'
> {
  /** How the kind of the document was found out; absent if the text is not JSON. */
  readonly detection?: DocumentReport['detection'];
  /** The problems of the document in the order of the text. */
  readonly problems: readonly PlacedProblem[];
  readonly warnings: readonly PlacedProblem[];
}

/**
 * Validates a document as it is written: as `validateDocument` does, with line and column, and with
 * the faults of the text itself: bytes that are not UTF-8, a byte order mark, text that is not
 * JSON, names that an object has twice, and numbers that JavaScript would change.
 *
 * @throws RangeError if no form matches `choice`.
 *
 * @example
 * ```ts
 * import { validateDocumentText } from '@formwork/documents';
 *
 * const { problems } = validateDocumentText('{"messageId": "m"}', { kind: 'message' });
 * for (const { line, column, message } of problems) console.log(line, column, message);
 * ```
 */
export function validateDocumentText(
  source: string | Uint8Array,
  choice: FormChoice = {},
): DocumentTextReport {
  const read = readDocumentText(source);
  if (read.kind === 'broken') return { valid: false, problems: read.problems, warnings: [] };
  const { parsed } = read;
  const report = validateDocument(parsed.value, choice);
  const toPlaced = (problem: Problem): PlacedProblem => ({
    ...problem,
    ...findPosition(parsed, problem.pointer),
  });
  const problems = [...report.problems.map(toPlaced), ...read.problems].toSorted(byPosition);
  const isCard = report.form?.kind === 'card';
  // The schemas in a card may have limits beyond exact numbers; rounding changes little there.
  const inexact = findInexact(parsed);
  const all = isCard ? problems : [...problems, ...inexact].toSorted(byPosition);
  return {
    ...report,
    valid: all.length === 0,
    problems: all,
    warnings: [...read.warnings, ...report.warnings.map(toPlaced), ...(isCard ? inexact : [])],
  };
}

/** The value of a text that was read as JSON, or the problems why it is not JSON. */
export type ReadDocumentText =
  | {
      readonly kind: 'read';
      readonly parsed: Extract<ParsedJson, { readonly kind: 'parsed' }>;
      /** A problem for each name that an object of the text has twice. */
      readonly problems: readonly PlacedProblem[];
      /** A warning for the byte order mark of the text, if there is one. */
      readonly warnings: readonly PlacedProblem[];
    }
  | { readonly kind: 'broken'; readonly problems: readonly PlacedProblem[] };

/**
 * Reads a text as JSON, and lists the faults of the text itself.
 *
 * @example
 * ```ts
 * import { readDocumentText } from '@formwork/documents';
 *
 * const read = readDocumentText('{ "a": 1 }');
 * if (read.kind === 'broken') console.log(read.problems[0]?.line);
 * ```
 */
export function readDocumentText(source: string | Uint8Array): ReadDocumentText {
  const decoded =
    typeof source === 'string' ? { kind: 'text' as const, text: source } : decodeUtf8(source);
  if (decoded.kind === 'broken') return toBroken('encoding', 'text in UTF-8', decoded);
  const parsed = parseJsonText(decoded.text);
  if (parsed.kind === 'broken') return toBroken('json', 'JSON', parsed);
  const duplicates = findDuplicateNames(parsed.tree, MAX_DUPLICATES).map(
    ({ name, pointer, offset }): PlacedProblem => ({
      pointer,
      keyword: 'duplicate-name',
      expected: 'a name that the object has once',
      message: `must be there once but the object has ${previewJson(name)} again`,
      ...toPosition(parsed.text, offset),
    }),
  );
  return {
    kind: 'read',
    parsed,
    problems: duplicates,
    warnings: decoded.text.startsWith('\uFEFF') ? [MARK] : [],
  };
}

/** The most repeated names that are reported; a text with more was written by a faulty program. */
const MAX_DUPLICATES = 100;

const MARK: PlacedProblem = {
  pointer: '',
  keyword: 'byte-order-mark',
  expected: 'a text without a byte order mark',
  message: 'begins with a byte order mark, which JSON between systems must not have',
  line: 1,
  column: 1,
};

function toBroken(
  keyword: string,
  expected: string,
  { message, line, column }: { readonly message: string } & Position,
): ReadDocumentText {
  return { kind: 'broken', problems: [{ pointer: '', keyword, expected, message, line, column }] };
}

function findInexact(
  parsed: Extract<ParsedJson, { readonly kind: 'parsed' }>,
): readonly PlacedProblem[] {
  const inexact = findInexactNumber(parsed.tree, parsed.text);
  if (inexact === undefined) return [];
  const { expected, pointer } = inexact;
  return [
    {
      pointer,
      keyword: 'exact-number',
      expected,
      received: inexact.text,
      message: `must be ${expected} but is ${inexact.text}`,
      ...toPosition(parsed.text, inexact.offset),
    },
  ];
}

function byPosition(a: Position, b: Position): number {
  return a.line - b.line || a.column - b.column;
}
