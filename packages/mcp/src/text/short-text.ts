import { indentJson } from '@formwork/schema/json';
import { escapeUnseen } from './to-clean-text.ts';

/** Returns the first line of an error's message. */
export function toFirstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? '';
}

/**
 * Returns data as JSON text for a model, with invisible characters written as `\uXXXX`, so that
 * parsing gives the same data. `undefined` for `undefined`.
 */
export function toJsonText(value: unknown): string | undefined {
  return value === undefined ? undefined : escapeUnseen(indentJson(value));
}

/** Returns the size of the text that {@link toJsonText} makes of the data, in bytes. */
export function toJsonBytes(value: unknown): number {
  return Buffer.byteLength(toJsonText(value) ?? '');
}
