import { findChangedValue } from '@formwork/schema/json';
import { isExactNumber } from '@formwork/schema/json-text';

/**
 * Parses JSON text. A number that JavaScript cannot hold, such as 9007199254740993, becomes its
 * text: a schema of numbers then refuses it, and no other number takes its place.
 *
 * @throws SyntaxError for text that is no JSON
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return findChangedValue(text, value) === undefined ? value : JSON.parse(text, keepDigits);
}

function keepDigits(
  _name: string,
  value: unknown,
  {
    source,
  }: {
    readonly source?: string;
  } = {},
): unknown {
  if (typeof value !== 'number') return value;
  const isExact =
    source === undefined ? Math.abs(value) <= Number.MAX_SAFE_INTEGER : isExactNumber(source);
  return isExact ? value : (source ?? String(value));
}
