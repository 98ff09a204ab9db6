import type { Json, JsonObject } from '@formwork/schema';

/** Reads the cell of a row in a column; a column may be named like something that every object has. */
export function toCell(row: JsonObject, column: string): Json | undefined {
  return Object.hasOwn(row, column) ? row[column] : undefined;
}
