import type { Json, JsonObject } from '@formwork/schema';

/** What a row has in a column; a column may be named like something that every object has. */
export function toCell(row: JsonObject, column: string): Json | undefined {
  return Object.hasOwn(row, column) ? row[column] : undefined;
}
