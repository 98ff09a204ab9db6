import type { Scope } from '@formwork/runtime';
import { fromBlobReference, fromStoredText, toStoredText } from '@formwork/runtime/internal';

/**
 * Converts text for a column that is compared or sorted: different texts stay different and sort as
 * JavaScript's `<` does. PostgreSQL refuses U+0000, so it is escaped besides the characters that
 * `toStoredText` escapes.
 */
export function toColumn(text: string): string {
  return toStoredText(text)
    .replaceAll('\u0001', '\u0001\u0002')
    .replaceAll('\u0000', '\u0001\u0001');
}

/** Restores the text that {@link toColumn} converted. */
export function fromColumn(stored: string): string {
  return fromStoredText(
    stored.replaceAll('\u0001\u0001', '\u0000').replaceAll('\u0001\u0002', '\u0001'),
  );
}

/** Reads the scope of a task from the text in its row. */
export function fromScopeColumn(stored: string): Scope {
  return fromColumn(stored) as Scope;
}

/** Converts the text of an event, or the reference to its blob, to JSON for its row. */
function toBody(text: string): string {
  return fromBlobReference(text) === undefined ? text : JSON.stringify(text);
}

/**
 * Converts the texts of events, or the references to their blobs, to one JSON array, whose elements
 * are the JSON for their rows. In an array of texts, each quote in them would be escaped once more:
 * ten messages of 1 MB with little else held up the process for seconds.
 */
export function toBodies(texts: readonly string[]): string {
  return `[${texts.map(toBody).join(',')}]`;
}

/** Restores the text of an event, or the reference to its blob, that {@link toBodies} converted. */
export function fromBody(body: string): string {
  return body.startsWith('"') ? String(JSON.parse(body)) : body;
}

/** Returns the size of a text in UTF-8 bytes. */
export function measureText(text: string): number {
  return Buffer.byteLength(text);
}
