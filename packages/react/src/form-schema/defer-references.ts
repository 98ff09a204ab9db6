import { LATER_REFERENCE, LAZY_REFERENCE } from './form-keywords.ts';
import { mapMembers } from './map-members.ts';
import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/internal';

const PREFIX = '#/$defs/';

/**
 * Renames the references of a form schema that lead back into themselves, and those of fields to
 * groups that lead on. The form library follows every reference within what it draws, along every
 * path, for each group anew: four definitions that refer to one another keep it busy for a minute.
 * A reference with a name that it does not know is followed only when its place is drawn.
 */
export function deferReferences(form: JsonSchema): JsonSchema {
  const definitions = isRecord(form['$defs']) ? form['$defs'] : {};
  const leads = new Map(
    Object.entries(definitions).map(([name, schema]) => [name, new Set(listReferences(schema))]),
  );
  const groups = groupCircles(leads);
  const deferred = Object.entries(definitions).map(
    ([name, schema]) =>
      [name, defer(schema, { group: groups.get(name), keyword: undefined })] as const,
  );
  if (deferred.length === 0) return form;
  // No reference leads to the root: one that did leads to a definition that copies it.
  const { $defs: _definitions, ...own } = form;
  const root = defer(own, { group: undefined, keyword: undefined });
  return { ...(isRecord(root) ? root : own), $defs: Object.fromEntries(deferred) };

  function defer(value: unknown, place: Within): unknown {
    if (Array.isArray(value)) return value.map((item) => defer(item, place));
    if (!isRecord(value)) return value;
    const mapped = mapMembers(value, (member, keyword) => defer(member, { ...place, keyword }));
    const name = toName(value['$ref']);
    const waits = name === undefined ? undefined : toWaiting(name, place);
    if (waits === undefined) return mapped;
    const { $ref: reference, ...beside } = mapped;
    return { [waits]: reference, ...beside };
  }

  /** The new name of a reference to a definition; `undefined` if the reference keeps its name. */
  function toWaiting(name: string, { group, keyword }: Within): string | undefined {
    const isField = keyword === 'properties' || keyword === 'items';
    if (isField && group !== undefined && groups.get(name) === group) return LAZY_REFERENCE;
    const target = definitions[name];
    const isGroup = isRecord(target) && target['type'] === 'object' && 'properties' in target;
    const leadsOn = leads.get(name)?.size !== 0;
    return keyword === 'properties' && isGroup && leadsOn ? LATER_REFERENCE : undefined;
  }
}

/** The place of a part within a definition of the form schema. */
interface Within {
  readonly group: number | undefined;
  /** The keyword whose value is the part; `undefined` for the definition itself. */
  readonly keyword: string | undefined;
}

/** Undoes `deferReferences`: gives references their ordinary name back. */
export function restoreReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restoreReferences);
  if (!isRecord(value)) return value;
  const {
    [LAZY_REFERENCE]: lazy,
    [LATER_REFERENCE]: later,
    ...beside
  } = mapMembers(value, restoreReferences);
  const reference = lazy ?? later;
  return reference === undefined ? beside : { $ref: reference, ...beside };
}

/**
 * The names of the definitions that a schema refers to, without references that are followed only
 * when drawn.
 */
export function listReferences(value: unknown): readonly string[] {
  const names: string[] = [];
  const collect = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(collect);
    if (!isRecord(inner)) return inner;
    const name = toName(inner['$ref']);
    if (name !== undefined) names.push(name);
    return mapMembers(inner, collect);
  };
  collect(value);
  return names;
}

function toName(reference: unknown): string | undefined {
  return typeof reference === 'string' && reference.startsWith(PREFIX)
    ? reference.slice(PREFIX.length)
    : undefined;
}

/**
 * Finds definitions that refer to one another in a circle and gives all of one circle the same
 * number; definitions in no circle get none. Uses Tarjan's algorithm, without recursion.
 */
function groupCircles(
  leads: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, number> {
  const groups = new Map<string, number>();
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  for (const start of leads.keys()) {
    if (order.has(start)) continue;
    const calls = [enter(start)];
    for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
      const { name, rest } = call;
      const next = rest.next();
      if (next.done === true) {
        calls.pop();
        const outer = calls.at(-1);
        if (outer !== undefined) lower(outer.name, lowest.get(name));
        if (lowest.get(name) === order.get(name)) close(name);
      } else if (!order.has(next.value)) {
        calls.push(enter(next.value));
      } else if (isOpen.has(next.value)) {
        lower(name, order.get(next.value));
      }
    }
  }
  return groups;

  function enter(name: string): { readonly name: string; readonly rest: Iterator<string> } {
    order.set(name, order.size);
    lowest.set(name, order.size - 1);
    open.push(name);
    isOpen.add(name);
    return { name, rest: (leads.get(name) ?? new Set<string>()).values() };
  }

  function lower(name: string, to: number | undefined): void {
    lowest.set(name, Math.min(lowest.get(name) ?? 0, to ?? 0));
  }

  function close(name: string): void {
    const members = open.splice(open.lastIndexOf(name));
    for (const member of members) isOpen.delete(member);
    if (members.length === 1 && leads.get(name)?.has(name) !== true) return;
    for (const member of members) groups.set(member, order.get(name) ?? 0);
  }
}
