import type { Scope } from '../../scope.ts';

/**
 * Begins an escape. It sorts after all other ASCII characters, so that escapes sort where the
 * characters do.
 */
const ESCAPE = '\u007F';

const ESCAPABLE = /[\u007F-\uFFFF]/g;

const ESCAPED = /\u007F([0-9a-f]{4})/g;

/**
 * Writes text for a column that is compared or sorted. SQLite stores UTF-8, which has no halves of
 * surrogate pairs and sorts by code point; in ASCII any two strings stay apart and in the order of
 * JavaScript's `<`.
 */
export function toStoredText(text: string): string {
  return text.replace(
    ESCAPABLE,
    (unit) => `${ESCAPE}${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns the text that {@link toStoredText} made fit for a column. */
export function fromStoredText(stored: string): string {
  return stored.replace(ESCAPED, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

/** Reads the scope of a row. */
export function fromStoredScope(stored: string): Scope {
  return fromStoredText(stored) as Scope;
}

/** Names the blob that holds an event. */
interface BlobReference {
  readonly blobId: string;
  /** The checksum of the blob's bytes; absent in rows of earlier versions. */
  readonly checksum?: number;
}

/**
 * The separator between the id of a blob and its checksum; references of earlier versions have
 * neither.
 */
const SEPARATOR = '#';

/**
 * Begins a reference to a blob. No text of an event begins with it, because that is a JSON object.
 */
const MARK = '@';

/** Writes the reference that stands in the row of an event instead of its text. */
export function toBlobReference({ blobId, checksum }: Required<BlobReference>): string {
  return `${MARK}${blobId}${SEPARATOR}${checksum}`;
}

const MARK_CODE = MARK.charCodeAt(0);

/**
 * Reads the blob reference that stands in place of an event's text; `undefined` if it is the text
 * itself.
 */
export function fromBlobReference(text: string): BlobReference | undefined {
  if (text.charCodeAt(0) !== MARK_CODE) return undefined;
  const [blobId = '', checksum] = text.slice(1).split(SEPARATOR);
  return checksum === undefined ? { blobId } : { blobId, checksum: Number(checksum) };
}
