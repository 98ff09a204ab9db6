import { previewJson } from './preview-json.ts';

/** The type of a value in the words of JSON Schema, such as `integer`; `NaN` and the like as they are, `nothing` for `undefined`. */
export function describeType(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** A value with its type, such as `integer 3` or `string "abc"`; the value is cut to 60 characters. */
export function describeValue(value: unknown): string {
  const type = describeType(value);
  const preview = previewJson(value);
  return value === undefined || type === preview ? type : `${type} ${preview}`;
}
