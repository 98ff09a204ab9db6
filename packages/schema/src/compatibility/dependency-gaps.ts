import { isSelfContained, gatherPropertyFacts, listRequired, isImpossible } from './parts.ts';
import { isKnownSame, createGap, type Gap, type Position } from './gap.ts';
import { toSortedJson } from './is-same-schema.ts';
import { findInner, type SchemaSpot } from './schema-document.ts';
import { mayHoldReference } from '../references/reference-keywords.ts';
import { isRecord } from '../json/record.ts';

/**
 * Finds objects that one schema lets through and that break the other's rules about properties that
 * need each other, or about members that no keyword evaluates.
 */
export function findDependencyGaps(position: Position): readonly Gap[] {
  return [...findNeededGaps(position), ...findNameGaps(position), ...findUnevaluatedGaps(position)];
}

function findNeededGaps(position: Position): readonly Gap[] {
  const { facts, target } = position;
  if (target.schema === false || !facts.kinds.has('object')) return [];
  const required = new Set(listRequired(facts));
  return ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((rule) => {
    const map = target.schema === false ? undefined : target.schema[rule];
    if (!isRecord(map)) return [];
    return Object.entries(map).flatMap(([name, wanted]) => {
      if (isImpossible(gatherPropertyFacts(facts, name))) return [];
      const isKnown = facts.spots.some(({ schema }) => {
        const own = schema === false ? undefined : schema[rule];
        return (
          isRecord(own) &&
          toSortedJson(own[name]) === toSortedJson(wanted) &&
          !mayHoldReference(wanted)
        );
      });
      if (Array.isArray(wanted)) {
        const own = facts.spots.flatMap(({ schema }) => listNeeded(schema, name));
        const missing = wanted.filter((needed) => ![...required, ...own].includes(needed));
        if (missing.length === 0) return [];
        const candidates = [
          Object.fromEntries([name, ...required, ...own].map((key) => [key, null])),
        ];
        return [createGap(position, { rule, from: own, to: wanted, isCertain: false, candidates })];
      }
      const spot = findInner(target, rule, name);
      if (isKnown || spot === undefined) return [];
      const gaps = position.search.tryOut({ ...position, target: spot });
      return gaps.map((gap) => ({ ...gap, isCertain: false }));
    });
  });
}

/** Lists the names that one schema requires when an object has the given property. */
function listNeeded(schema: SchemaSpot['schema'], name: string): readonly string[] {
  return ['dependentRequired', 'dependencies'].flatMap((keyword) => {
    const map = schema === false ? undefined : schema[keyword];
    const names = isRecord(map) && Object.hasOwn(map, name) ? map[name] : undefined;
    return Array.isArray(names) ? names.map(String) : [];
  });
}

function findNameGaps(position: Position): readonly Gap[] {
  const { search, facts, target } = position;
  const wanted = findInner(target, 'propertyNames');
  if (wanted === undefined || target.schema === false || !facts.kinds.has('object')) return [];
  const isKnown = facts.spots.some((spot) => {
    const own = findInner(spot, 'propertyNames');
    return own !== undefined && isKnownSame(search, own, wanted);
  });
  if (isKnown) return [];
  const to = target.schema['propertyNames'];
  const candidates = ['', 'other', 'A1', '~', 'a'.repeat(100)].map((name) => ({ [name]: null }));
  return [
    createGap(position, {
      rule: 'propertyNames',
      from: undefined,
      to,
      isCertain: false,
      candidates,
    }),
  ];
}

/**
 * Finds objects with members that the target's `unevaluatedProperties` or `unevaluatedItems` may
 * refuse. It does not follow what other schemas evaluate: only a schema that is the same as a whole
 * counts as safe.
 */
function findUnevaluatedGaps(position: Position): readonly Gap[] {
  const { target, facts } = position;
  if (target.schema === false || isSelfContained(target)) return [];
  return (['unevaluatedProperties', 'unevaluatedItems'] as const).flatMap((rule) => {
    const spot = findInner(target, rule);
    const kind = rule === 'unevaluatedItems' ? 'array' : 'object';
    if (spot === undefined || !facts.kinds.has(kind)) return [];
    if (spot.schema !== false && Object.keys(spot.schema).length === 0) return [];
    const candidates = rule === 'unevaluatedItems' ? [[null]] : [{ other: null }];
    const from = facts.spots
      .map(({ schema }) => schema !== false && schema[rule])
      .find((value) => value !== undefined && value !== true);
    return [createGap(position, { rule, from, to: spot.schema, isCertain: false, candidates })];
  });
}
