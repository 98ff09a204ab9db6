import { isRecord } from '@formwork/schema/internal';
import type { Json } from '@formwork/schema';
import type { FlatForm } from './form-field.ts';

/** An answer, or what in it cannot be read. */
export type RebuiltValue =
  | { readonly kind: 'rebuilt'; readonly value: Json }
  | { readonly kind: 'unreadable'; readonly problem: string };

/**
 * Makes of what was filled in the value that the schema of the form describes. Whether it fits is
 * not decided here.
 */
export function rebuildValue(
  { fields, fixed }: FlatForm,
  content: Readonly<Record<string, unknown>>,
): RebuiltValue {
  const answer: { root: unknown } = { root: undefined };
  for (const { path, value, always } of fixed)
    if (always) put(answer, path, structuredClone(value));
  for (const { key, path, kind, orNull } of fields) {
    const given = Object.hasOwn(content, key) ? content[key] : undefined;
    const isEmpty = given === undefined || given === '' || given === null;
    if (isEmpty && !orNull) continue;
    const read = isEmpty ? { value: null } : toValue(given, kind);
    if (read === undefined) {
      const shown = JSON.stringify(given).slice(0, 80);
      return { kind: 'unreadable', problem: `"${key}" must be JSON but is ${shown}` };
    }
    put(answer, path, read.value);
  }
  for (const { path, value, always } of fixed) {
    if (!always && hasParent(answer.root, path)) put(answer, path, value);
  }
  return { kind: 'rebuilt', value: (answer.root === undefined ? {} : answer.root) as Json };
}

function toValue(given: unknown, kind: 'raw' | 'json'): { readonly value: unknown } | undefined {
  if (kind === 'raw' || typeof given !== 'string') return { value: given };
  try {
    return { value: JSON.parse(given) as unknown };
  } catch {
    return undefined;
  }
}

function put(answer: { root: unknown }, path: readonly string[], value: unknown): void {
  if (path.length === 0) {
    answer.root = value;
    return;
  }
  if (!isRecord(answer.root)) answer.root = {};
  let place = answer.root as Record<string, unknown>;
  for (const name of path.slice(0, -1)) {
    const next = Object.hasOwn(place, name) ? place[name] : undefined;
    const inner = isRecord(next) ? (next as Record<string, unknown>) : {};
    define(place, name, inner);
    place = inner;
  }
  define(place, path.at(-1) ?? '', value);
}

/** Assigning to "__proto__" would not make a property. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  const rest = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(target, name, rest);
}

function hasParent(root: unknown, path: readonly string[]): boolean {
  let place = root;
  for (const name of path.slice(0, -1)) {
    if (!isRecord(place) || !Object.hasOwn(place, name)) return false;
    place = place[name];
  }
  return isRecord(place);
}
