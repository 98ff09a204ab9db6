import { toVisibleText } from '../../text/visible-text.ts';
import type { Json, JsonObject } from '@formwork/schema';

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
