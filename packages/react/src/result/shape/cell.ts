import { toVisibleText } from '../../text/visible-text.ts';
import type { Json, JsonObject, JsonSchema } from '@formwork/schema';

/** Reads the cell of a row in a column; a column may be named like something that every object has. */
export function toCell(row: JsonObject, column: string): Json | undefined {
  return Object.hasOwn(row, column) ? row[column] : undefined;
}

/** True for what has nothing within it. */
export function isScalar(value: Json): value is string | number | boolean | null {
  return typeof value !== 'object' || value === null;
}

/** A single value as text that is shown; `''` for what has parts. */
export function toText(value: Json | undefined): string {
  if (typeof value === 'string') return toVisibleText(value);
  return value !== undefined && isScalar(value) ? String(value) : '';
}

/** The range that a number is measured against. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The range of a schema, if a value is within it; `undefined` if the schema has no two ends. */
export function findRange(schema: JsonSchema, value: number): Range | undefined {
  const min = schema['minimum'] ?? schema['exclusiveMinimum'];
  const max = schema['maximum'] ?? schema['exclusiveMaximum'];
  if (typeof min !== 'number' || typeof max !== 'number') return undefined;
  // Ranges such as that of a 32-bit integer are limits of machines: nobody wants to see them.
  if (max <= min || max - min > 1_000_000) return undefined;
  return value >= min && value <= max ? { min, max } : undefined;
}
