import type { Json } from '@formwork/core';

/** The value of a text that is JSON; `undefined` if it is none. */
export function parseJson(text: string): { readonly value: Json } | undefined {
  try {
    const value: Json = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}
