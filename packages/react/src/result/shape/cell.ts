import { toVisibleText } from '../../text/visible-text.ts';
import type { Json, JsonObject, JsonSchema } from '@formwork/schema';

/**
 * Reads the cell of a row in a column, even if the column has a name that every JavaScript object
 * has.
 */
export function toCell(row: JsonObject, column: string): Json | undefined {
  return Object.hasOwn(row, column) ? row[column] : undefined;
}

/** True for a single value: not an object or a list. */
export function isScalar(value: Json): value is string | number | boolean | null {
  return typeof value !== 'object' || value === null;
}

/** A single value as text; `''` for an object or a list. */
export function toText(value: Json | undefined): string {
  if (typeof value === 'string') return toVisibleText(value);
  return value !== undefined && isScalar(value) ? String(value) : '';
}

/** A range that a number is drawn against, from its least to its greatest value. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * The range that a schema states, if the value is within it; `undefined` unless the schema has both
 * limits.
 */
export function findRange(schema: JsonSchema, value: number): Range | undefined {
  const min = schema['minimum'] ?? schema['exclusiveMinimum'];
  const max = schema['maximum'] ?? schema['exclusiveMaximum'];
  if (typeof min !== 'number' || typeof max !== 'number') return undefined;
  // Ranges such as that of a 32-bit integer are limits of machines: nobody wants to see them.
  if (max <= min || max - min > 1_000_000) return undefined;
  return value >= min && value <= max ? { min, max } : undefined;
}
