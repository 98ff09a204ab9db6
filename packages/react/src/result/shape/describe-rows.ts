import type { Json, JsonObject } from '@formwork/schema';
import { isRecord, isScalar } from '@formwork/schema/json';

/** The maximum number of columns of a table; a list whose rows have more is not drawn as one. */
const MAX_COLUMNS = 40;

/** The maximum number of single values in a list that is shown in one cell. */
const MAX_LISTED = 20;

/** A list whose items are flat objects, so that it can be drawn as a table. */
export interface Rows {
  readonly rows: readonly JsonObject[];
  /** The names of the columns, in the order in which they first occur in the rows. */
  readonly columns: readonly string[];
}

// The descriptions of lists by list, because a list may be drawn many times.
const descriptions = new WeakMap<readonly Json[], Rows | null>();

/**
 * Describes a list of flat objects as the rows and columns of a table; `undefined` for any other
 * list.
 */
export function describeRows(list: readonly Json[]): Rows | undefined {
  let cached = descriptions.get(list);
  if (cached === undefined) {
    cached = readRows(list) ?? null;
    descriptions.set(list, cached);
  }
  return cached ?? undefined;
}

function readRows(list: readonly Json[]): Rows | undefined {
  const rows: JsonObject[] = [];
  const columns = new Set<string>();
  for (const row of list) {
    if (!isObject(row)) return undefined;
    for (const name of Object.keys(row)) {
      if (!isCell(row[name] ?? null)) return undefined;
      columns.add(name);
    }
    if (columns.size > MAX_COLUMNS) return undefined;
    rows.push(row);
  }
  return columns.size === 0 ? undefined : { rows, columns: [...columns] };
}

function isObject(value: Json): value is JsonObject {
  return isRecord(value);
}

function isCell(value: Json): boolean {
  if (isScalar(value)) return true;
  return Array.isArray(value) && value.length <= MAX_LISTED && value.every(isScalar);
}
