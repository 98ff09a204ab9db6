import type { Json, JsonObject, JsonSchema } from '@formwork/schema';
import { isScalar } from '@formwork/schema/json';
import { toVisibleText } from '../../text/visible-text.ts';

/**
 * Returns the value of a row in a column, even if every JavaScript object has a property of that
 * name.
 */
export function toCell(row: JsonObject, column: string): Json | undefined {
  return Object.hasOwn(row, column) ? row[column] : undefined;
}

/** Converts a single value to text; `''` for an object, a list, or no value. */
export function toText(value: Json | undefined): string {
  if (typeof value === 'string') return toVisibleText(value);
  return value !== undefined && isScalar(value) ? String(value) : '';
}

/** The range of a number that is drawn as a bar, from its minimum to its maximum. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * Finds the range that a schema states for a number; `undefined` if a limit is missing or the
 * number is outside.
 */
export function findRange(schema: JsonSchema, value: number): Range | undefined {
  const min = schema['minimum'] ?? schema['exclusiveMinimum'];
  const max = schema['maximum'] ?? schema['exclusiveMaximum'];
  if (typeof min !== 'number' || typeof max !== 'number') return undefined;
  // A range such as that of a 32-bit integer is a limit of machines, which people need not see.
  if (max <= min || max - min > 1_000_000) return undefined;
  return value >= min && value <= max ? { min, max } : undefined;
}
