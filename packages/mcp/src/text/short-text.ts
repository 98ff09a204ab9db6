import { escapeUnseen } from './to-clean-text.ts';

/** The first line of an error. */
export function toFirstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? '';
}

/**
 * Data as text for a model to read: the same data when it is parsed, but with what cannot be seen
 * written out as `\uXXXX`. `undefined` for `undefined`.
 */
export function toJsonText(value: unknown): string | undefined {
  return value === undefined ? undefined : escapeUnseen(JSON.stringify(value, undefined, 2));
}

/** How large that text is, in bytes. */
export function toJsonBytes(value: unknown): number {
  return Buffer.byteLength(toJsonText(value) ?? '');
}
