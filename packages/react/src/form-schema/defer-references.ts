import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { LATER_REFERENCE, LAZY_REFERENCE } from './form-keywords.ts';
import { mapMembers } from './map-members.ts';

const PREFIX = '#/$defs/';

/**
 * Renames references of a form schema that form a circle or lead to groups with further references,
 * so that the form library follows them only when their place is drawn. Otherwise it follows all
 * paths again for each group, which takes a minute for four definitions that refer to one another.
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
  // No reference leads to the root, because a definition with a copy of the root replaces it.
  const { $defs: _definitions, ...body } = form;
  const root = defer(body, { group: undefined, keyword: undefined });
  return { ...(isRecord(root) ? root : body), $defs: Object.fromEntries(deferred) };

  function defer(value: unknown, context: Within): unknown {
    if (Array.isArray(value)) return value.map((item) => defer(item, context));
    if (!isRecord(value)) return value;
    const mapped = mapMembers(value, (member, keyword) => defer(member, { ...context, keyword }));
    const name = toName(value['$ref']);
    const waits = name === undefined ? undefined : toWaiting(name, context);
    if (waits === undefined) return mapped;
    const { $ref: reference, ...beside } = mapped;
    return { [waits]: reference, ...beside };
  }

  /**
   * Returns the keyword that replaces `$ref` for a reference to a definition; `undefined` if `$ref`
   * stays.
   */
  function toWaiting(name: string, { group, keyword }: Within): string | undefined {
    const isField = keyword === 'properties' || keyword === 'items';
    if (isField && group !== undefined && groups.get(name) === group) return LAZY_REFERENCE;
    const target = definitions[name];
    const isGroup = isRecord(target) && target['type'] === 'object' && 'properties' in target;
    const leadsOn = leads.get(name)?.size !== 0;
    return keyword === 'properties' && isGroup && leadsOn ? LATER_REFERENCE : undefined;
  }
}

/** The surroundings of a schema within a definition of the form schema. */
interface Within {
  readonly group: number | undefined;
  /** The keyword that directly contains the schema; `undefined` for the definition itself. */
  readonly keyword: string | undefined;
}

/** Lists the names of the definitions that a schema refers to by `$ref`. */
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
 * Finds definitions that refer to one another in a circle. Returns a number for each, the same for
 * all of one circle; other definitions have none. Uses Tarjan's algorithm, without recursion.
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
      const { name, targets } = call;
      const next = targets.next();
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

  function enter(name: string): { readonly name: string; readonly targets: Iterator<string> } {
    order.set(name, order.size);
    lowest.set(name, order.size - 1);
    open.push(name);
    isOpen.add(name);
    return { name, targets: (leads.get(name) ?? new Set<string>()).values() };
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
