import type { Json, JsonObject, JsonSchema } from '@formwork/schema';
import { getOwn, isRecord, isScalar, toRecord } from '@formwork/schema/json';
import type { ResultValue } from '../result-value.ts';
import { describeRows } from './describe-rows.ts';

/** The least number of values in each list: shorter ones are read as well beside each other. */
const MIN_VALUES = 3;

/** The rows of groups by group, because a group may be drawn many times. */
const rowsOfGroups = new WeakMap<object, readonly JsonObject[] | null>();

/**
 * Turns a group of lists of the same length, such as the times and the values of a measurement, into
 * the place of a list of rows; `undefined` for any other value. One of the lists must be of numbers,
 * because two lists of texts, such as those for and against, seldom belong to each other.
 */
export function toRowsValue(node: ResultValue): ResultValue | undefined {
  const { value, schema } = node;
  if (!isRecord(value)) return undefined;
  let rows = rowsOfGroups.get(value);
  if (rows === undefined) {
    rows = readRows(Object.entries(value)) ?? null;
    rowsOfGroups.set(value, rows);
  }
  return rows === null ? undefined : { ...node, value: rows, schema: toRowsSchema(schema) };
}

function readRows(
  members: readonly (readonly [string, Json])[],
): readonly JsonObject[] | undefined {
  const lists: (readonly [string, readonly Json[]])[] = [];
  for (const [name, list] of members) {
    if (!Array.isArray(list) || !list.every(isScalar)) return undefined;
    lists.push([name, list]);
  }
  const size = lists[0]?.[1].length ?? 0;
  const isParallel = lists.length > 1 && size >= MIN_VALUES;
  if (!isParallel || lists.some(([, list]) => list.length !== size)) return undefined;
  if (!lists.some(([, list]) => list.every((item) => typeof item === 'number'))) return undefined;
  const rows = Array.from({ length: size }, (_row, at) =>
    Object.fromEntries(lists.map(([name, list]) => [name, list[at] ?? null])),
  );
  return describeRows(rows) === undefined ? undefined : rows;
}

/** Makes the schema of the rows of a group of lists. */
function toRowsSchema({ properties }: JsonSchema): JsonSchema {
  const columns = isRecord(properties) ? Object.entries(properties) : [];
  const cells = columns.map(([name, list]) => {
    const title = getOwn(list, 'title');
    const item = getOwn(list, 'items');
    const cell = toRecord(item);
    return [name, typeof title === 'string' ? { ...cell, title } : cell];
  });
  return { items: { properties: Object.fromEntries(cells) } };
}
