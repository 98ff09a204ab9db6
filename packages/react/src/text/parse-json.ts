import { isExactNumber } from '@formwork/schema/internal';
import type { Json } from '@formwork/schema';

/** Parses text that was entered as JSON; a fault is told by the message of its name. */
export type ParsedJson =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'fault'; readonly fault: 'jsonInvalid' | 'jsonInexact' };

/** Texts, as digits in them are no numbers, and numbers. */
const TOKENS = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*/gu;

/**
 * The value of a text, if it is JSON whose numbers JavaScript does not change.
 *
 * @example
 * parseJson('{"id":9007199254740993}'); // { kind: 'fault', fault: 'jsonInexact' }
 */
export function parseJson(text: string): ParsedJson {
  try {
    const value: Json = JSON.parse(text);
    return hasOnlyExactNumbers(text)
      ? { kind: 'value', value }
      : { kind: 'fault', fault: 'jsonInexact' };
  } catch {
    return { kind: 'fault', fault: 'jsonInvalid' };
  }
}

function hasOnlyExactNumbers(text: string): boolean {
  for (const [token] of text.matchAll(TOKENS)) {
    if (!token.startsWith('"') && !isExactNumber(token)) return false;
  }
  return true;
}
