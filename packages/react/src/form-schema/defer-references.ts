import { isRecord, type JsonSchema } from '@formwork/core';
import { LAZY_REFERENCE } from './form-keywords.ts';
import { groupCircles } from './group-circles.ts';
import { mapMembers } from './map-members.ts';

const PREFIX = '#/$defs/';

/**
 * Renames references of fields and rows that lead back to where they are. The form library follows
 * every reference within what it draws, along every path: four definitions that lead to one another
 * keep it busy for a minute. One that it does not know it follows when the place is drawn.
 */
export function deferReferences(form: JsonSchema): JsonSchema {
  const definitions = isRecord(form['$defs']) ? form['$defs'] : {};
  const leads = new Map(
    Object.entries(definitions).map(([name, schema]) => [name, new Set(listReferences(schema))]),
  );
  const groups = groupCircles(leads);
  const deferred = Object.entries(definitions).map(
    ([name, schema]) => [name, defer(schema, { group: groups.get(name), isField: false })] as const,
  );
  // Nothing leads to the root itself: what does leads to a definition that is a copy of it.
  return deferred.length === 0 ? form : { ...form, $defs: Object.fromEntries(deferred) };

  function defer(value: unknown, place: Within): unknown {
    if (Array.isArray(value)) return value.map((item) => defer(item, place));
    if (!isRecord(value)) return value;
    const mapped = mapMembers(value, (member, keyword) =>
      defer(member, { ...place, isField: keyword === 'properties' || keyword === 'items' }),
    );
    const name = toName(value['$ref']);
    const leadsBack = name !== undefined && groups.get(name) === place.group;
    if (!place.isField || place.group === undefined || !leadsBack) return mapped;
    const { $ref: reference, ...beside } = mapped;
    return { [LAZY_REFERENCE]: reference, ...beside };
  }
}

/** Where a part of a definition stands. */
interface Within {
  readonly group: number | undefined;
  /** True for a field of a group and the rows of a list. */
  readonly isField: boolean;
}

/** The schema as it was before `deferReferences`. */
export function restoreReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restoreReferences);
  if (!isRecord(value)) return value;
  const { [LAZY_REFERENCE]: reference, ...beside } = mapMembers(value, restoreReferences);
  return reference === undefined ? beside : { $ref: reference, ...beside };
}

/** Names of definitions that a schema refers to, those that wait to be drawn aside. */
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
