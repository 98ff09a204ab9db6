import type { Json } from '@formwork/schema';
import { appendPointer, isRecord } from '@formwork/schema/json';

/** A difference between an older and a newer value: a place in them, and the kind of change. */
export interface JsonChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /**
   * JSON pointer (RFC 6901) to the changed place: in the newer value if something was added, else
   * in the older one.
   */
  readonly pointer: string;
  /**
   * The names of the properties that lead to the changed place. An item of a list is named by its
   * key in quotes, or by its number from 1.
   */
  readonly path: readonly string[];
  readonly before?: Json;
  readonly after?: Json;
}

/**
 * Names of properties that may identify the items of a list, so that an item that has moved is
 * compared with itself.
 */
const KEYS = ['id', 'key', 'uuid', 'sku', 'slug', 'code', 'name', 'title', 'date'];
/**
 * The maximum number of listed changes, because people read no more about two values that have
 * little in common.
 */
const MAX_CHANGES = 1000;

/**
 * Lists the differences between an older and a newer value: first in the order of the older one,
 * then the added values.
 */
export function diffJson(before: Json | undefined, after: Json | undefined): readonly JsonChange[] {
  const changes: JsonChange[] = [];
  compare({ before, after, pointer: '', path: [] }, changes);
  return changes.slice(0, MAX_CHANGES);
}

function compare(
  {
    before,
    after,
    pointer,
    path,
  }: {
    readonly before: Json | undefined;
    readonly after: Json | undefined;
    readonly pointer: string;
    readonly path: readonly string[];
  },
  changes: JsonChange[],
): void {
  if (changes.length > MAX_CHANGES) return;
  if (before === undefined || after === undefined) {
    if (before !== undefined) changes.push({ kind: 'removed', pointer, path, before });
    if (after !== undefined) changes.push({ kind: 'added', pointer, path, after });
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    compareLists({ before, after, pointer, path }, changes);
    return;
  }
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const name of names) {
      const location = { pointer: appendPointer(pointer, name), path: [...path, name] };
      compare(
        { before: getMember(before, name), after: getMember(after, name), ...location },
        changes,
      );
    }
    return;
  }
  if (before !== after) changes.push({ kind: 'changed', pointer, path, before, after });
}

function compareLists(
  {
    before,
    after,
    pointer,
    path,
  }: {
    readonly before: readonly Json[];
    readonly after: readonly Json[];
    readonly pointer: string;
    readonly path: readonly string[];
  },
  changes: JsonChange[],
): void {
  const key = KEYS.find((name) => isKey(before, name) && isKey(after, name));
  if (key === undefined) {
    for (let n = 0; n < Math.max(before.length, after.length); n += 1) {
      const location = {
        pointer: appendPointer(pointer, String(n)),
        path: [...path, String(n + 1)],
      };
      compare({ before: before[n], after: after[n], ...location }, changes);
    }
    return;
  }
  const later = new Map(after.map((item, n) => [toKey(item, key), { item, n }]));
  for (const [n, item] of before.entries()) {
    const id = toKey(item, key);
    const location = { pointer: appendPointer(pointer, String(n)), path: [...path, `“${id}”`] };
    compare({ before: item, after: later.get(id)?.item, ...location }, changes);
    later.delete(id);
  }
  for (const [id, { item, n }] of later) {
    const location = { pointer: appendPointer(pointer, String(n)), path: [...path, `“${id}”`] };
    compare({ before: undefined, after: item, ...location }, changes);
  }
}

/** True if every item of a list has the property, with a text or number that no other item has. */
function isKey(list: readonly Json[], name: string): boolean {
  const keys = new Set(list.map((item) => toKey(item, name)));
  return list.length > 0 && keys.size === list.length && !keys.has('');
}

function toKey(item: Json, name: string): string {
  const value = isRecord(item) ? getMember(item, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function getMember(value: Readonly<Record<string, unknown>>, name: string): Json | undefined {
  // Members of a JSON value are JSON as well.
  return Object.hasOwn(value, name) ? (value[name] as Json) : undefined;
}
