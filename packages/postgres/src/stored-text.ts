import type { Scope } from '@formwork/runtime';
import { fromBlobReference, fromStoredText, toStoredText } from '@formwork/runtime/internal';

/**
 * Writes text for a column that is compared or sorted: any two strings stay apart, and in the order
 * of JavaScript's `<`. PostgreSQL refuses U+0000, so it is escaped besides what
 * `toStoredText` escapes.
 */
export function toColumn(text: string): string {
  return toStoredText(text)
    .replaceAll('\u0001', '\u0001\u0002')
    .replaceAll('\u0000', '\u0001\u0001');
}

/** Returns the text that {@link toColumn} made fit for a column. */
export function fromColumn(stored: string): string {
  return fromStoredText(
    stored.replaceAll('\u0001\u0001', '\u0000').replaceAll('\u0001\u0002', '\u0001'),
  );
}

/** Reads the scope of a row. */
export function fromScopeColumn(stored: string): Scope {
  return fromColumn(stored) as Scope;
}

/** Writes the text of an event, or the reference to the blob that holds it, as JSON for its row. */
export function toBody(text: string): string {
  return fromBlobReference(text) === undefined ? text : JSON.stringify(text);
}

/** Returns the text that {@link toBody} made JSON of. */
export function fromBody(body: string): string {
  return body.startsWith('"') ? String(JSON.parse(body)) : body;
}

/** Measures a text in bytes of UTF-8. */
export function measureText(text: string): number {
  return Buffer.byteLength(text);
}
