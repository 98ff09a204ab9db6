import { appendPointer, isRecord } from '@formwork/schema/internal';
import type { Json } from '@formwork/schema';

/** A change: a place where two values differ, and how. */
export interface JsonChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /**
   * JSON pointer (RFC 6901) to the place: into the newer value if something was added, else into
   * the older one.
   */
  readonly pointer: string;
  /**
   * The names of properties on the way to the place; an item of a list is named by its key in
   * quotes, or its number from 1.
   */
  readonly path: readonly string[];
  readonly before?: Json;
  readonly after?: Json;
}

/**
 * Names of properties that may identify the items of a list, so that items can be compared although
 * they have moved.
 */
const KEYS = ['id', 'key', 'uuid', 'sku', 'slug', 'code', 'name', 'title', 'date'];
/**
 * The maximum number of changes that are listed; two values with nothing in common need no longer
 * list.
 */
const MAX_CHANGES = 1000;

/**
 * Lists the differences between an older and a newer value, in the order of the older one, then of
 * what was added.
 */
export function diffJson(before: Json | undefined, after: Json | undefined): readonly JsonChange[] {
  const changes: JsonChange[] = [];
  compare({ before, after, pointer: '', path: [] }, changes);
  return changes.slice(0, MAX_CHANGES);
}

interface Place {
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly pointer: string;
  readonly path: readonly string[];
}

function compare({ before, after, pointer, path }: Place, changes: JsonChange[]): void {
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
      const place = { pointer: appendPointer(pointer, name), path: [...path, name] };
      compare({ before: own(before, name), after: own(after, name), ...place }, changes);
    }
    return;
  }
  if (before !== after) changes.push({ kind: 'changed', pointer, path, before, after });
}

interface Lists {
  readonly before: readonly Json[];
  readonly after: readonly Json[];
  readonly pointer: string;
  readonly path: readonly string[];
}

function compareLists({ before, after, pointer, path }: Lists, changes: JsonChange[]): void {
  const key = KEYS.find((name) => isKey(before, name) && isKey(after, name));
  if (key === undefined) {
    for (let n = 0; n < Math.max(before.length, after.length); n += 1) {
      const place = { pointer: appendPointer(pointer, String(n)), path: [...path, String(n + 1)] };
      compare({ before: before[n], after: after[n], ...place }, changes);
    }
    return;
  }
  const later = new Map(after.map((item, n) => [toKey(item, key), { item, n }]));
  for (const [n, item] of before.entries()) {
    const id = toKey(item, key);
    const place = { pointer: appendPointer(pointer, String(n)), path: [...path, `“${id}”`] };
    compare({ before: item, after: later.get(id)?.item, ...place }, changes);
    later.delete(id);
  }
  for (const [id, { item, n }] of later) {
    const place = { pointer: appendPointer(pointer, String(n)), path: [...path, `“${id}”`] };
    compare({ before: undefined, after: item, ...place }, changes);
  }
}

/** True if every item of a list has the property, with a text or number that no other item has. */
function isKey(list: readonly Json[], name: string): boolean {
  const keys = new Set(list.map((item) => toKey(item, name)));
  return list.length > 0 && keys.size === list.length && !keys.has('');
}

function toKey(item: Json, name: string): string {
  const value = isRecord(item) ? own(item, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function own(value: Readonly<Record<string, unknown>>, name: string): Json | undefined {
  // Both values were JSON, so that their members are.
  return Object.hasOwn(value, name) ? (value[name] as Json) : undefined;
}
