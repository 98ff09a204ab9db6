import type { Scope } from '../../scope.ts';

/**
 * The first character of an escaped character. It sorts after all other ASCII characters, so that
 * escaped text sorts as the original does.
 */
const ESCAPE = '\u007F';

const ESCAPABLE = /[\u007F-\uFFFF]/g;

const ESCAPED = /\u007F([0-9a-f]{4})/g;

/**
 * Converts text for a column that is compared or sorted. SQLite stores UTF-8, which has no lone
 * surrogates and sorts by code point; the result is ASCII, in which different texts stay different
 * and sort as JavaScript's `<` does.
 */
export function toStoredText(text: string): string {
  return text.replace(
    ESCAPABLE,
    (unit) => `${ESCAPE}${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Restores the text that {@link toStoredText} converted. */
export function fromStoredText(stored: string): string {
  return stored.replace(ESCAPED, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

/** Reads the scope of a task from the text in its row. */
export function fromStoredScope(stored: string): Scope {
  return fromStoredText(stored) as Scope;
}

/** A reference to the blob that holds the text of an event. */
interface BlobReference {
  readonly blobId: string;
  /** The checksum of the blob's bytes; absent in rows of earlier versions. */
  readonly checksum?: number;
}

/**
 * The separator between the id of a blob and its checksum in a reference; references of earlier
 * versions have no checksum.
 */
const SEPARATOR = '#';

/**
 * The first character of a reference to a blob. The text of an event is a JSON object, which never
 * begins with it.
 */
const MARK = '@';

/** Returns the reference that stands in an event's row instead of its text. */
export function toBlobReference({ blobId, checksum }: Required<BlobReference>): string {
  return `${MARK}${blobId}${SEPARATOR}${checksum}`;
}

const MARK_CODE = MARK.charCodeAt(0);

/**
 * Parses the reference to a blob in the row of an event; returns `undefined` if the row holds the
 * event's text itself.
 */
export function fromBlobReference(text: string): BlobReference | undefined {
  if (text.charCodeAt(0) !== MARK_CODE) return undefined;
  const [blobId = '', checksum] = text.slice(1).split(SEPARATOR);
  return checksum === undefined ? { blobId } : { blobId, checksum: Number(checksum) };
}
