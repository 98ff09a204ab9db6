import { isRecord } from '@formwork/core';

/**
 * The same JSON with a replacement for halves of surrogate pairs, which canonical JSON has no form
 * for: whoever sent one is told so in a message that can be signed.
 */
export function toWellFormed<Value>(value: Value): Value {
  // Strings stay strings, and so on: the type does not change.
  return rewrite(value) as Value;
}

function rewrite(value: unknown): unknown {
  if (typeof value === 'string') return mend(value);
  if (Array.isArray(value)) return value.map(rewrite);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [mend(name), rewrite(inner)]),
  );
}

function mend(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
