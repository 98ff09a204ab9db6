import type { Json } from '@formwork/schema';
import { isExactNumber } from '@formwork/schema/json-text';

/** The name of the message about the fault of a text that is not JSON to send. */
export type JsonProblem = 'jsonInvalid' | 'jsonInexact';

/**
 * The outcome of parsing a text that a person entered as JSON: its value, or the name of the
 * message about its fault.
 */
export type ParsedJson =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'fault'; readonly fault: JsonProblem };

/**
 * Matches the strings and numbers in a JSON text. Strings are matched so that digits in them do not
 * count as numbers.
 */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gu;

/**
 * Parses a text as JSON and refuses numbers that JavaScript would change.
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
