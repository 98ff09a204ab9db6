import { isRecord } from '../json/record.ts';
import { listValues } from './list-values.ts';
import { previewJson } from './preview-json.ts';

/**
 * Names the type of a value in the words of JSON Schema, such as `integer`; numbers that JSON lacks
 * are named as JavaScript writes them (`NaN`), and `undefined` is `nothing`.
 */
export function describeType(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/**
 * Describes a value with its type, such as `integer 3` or `string "abc"`; the value is cut to 60
 * characters.
 *
 * @example
 * describeValue('abc'); // 'string "abc"'
 */
export function describeValue(value: unknown): string {
  const type = describeType(value);
  const preview = previewJson(value);
  return value === undefined || type === preview ? type : `${type} ${preview}`;
}

/**
 * Describes a simple schema in words, such as `string` or `one of "a", "b"`; `undefined` if it is
 * not simple.
 */
export function describeSchema(schema: unknown): string | undefined {
  if (!isRecord(schema)) return undefined;
  if (Object.hasOwn(schema, 'const')) return previewJson(schema['const']);
  if (Array.isArray(schema['enum'])) return listValues(schema['enum']);
  const types = [schema['type'] ?? []].flat().filter((type) => typeof type === 'string');
  return types.length === 0 ? undefined : types.join(' or ');
}
