import { toHighest, toLowest, type Bound } from './bounds.ts';
import { createFacts, type Facts } from './facts.ts';
import { isImpossible, toPropertyFacts, toRequired } from './parts.ts';
import type { SchemaSpot } from './schema-document.ts';
import { toFiniteValues } from './to-finite-values.ts';

/** How far properties are followed. */
const MAX_DEPTH = 3;

/** True if no value that comes fits the schema. Says false where it does not know. */
export function isDisjoint(facts: Facts, target: SchemaSpot, depth: number = MAX_DEPTH): boolean {
  return areDisjoint(facts, createFacts([target]), depth);
}

function areDisjoint(one: Facts, other: Facts, depth: number): boolean {
  if (isImpossible(one) || isImpossible(other)) return true;
  const kinds = [...one.kinds].filter((kind) => other.kinds.has(kind));
  if (kinds.length === 0) return true;
  for (const [facts, against] of [
    [one, other],
    [other, one],
  ] as const) {
    const values = toFiniteValues(facts);
    if (values !== undefined) {
      return !values.some((value) =>
        against.spots.every(({ document, pointer }) => document.accepts(pointer, value)),
      );
    }
    const [union] = facts.unions;
    if (union !== undefined && depth > 0) {
      const areAll = union.branches.every((branch) =>
        areDisjoint(createFacts([branch]), against, depth - 1),
      );
      if (areAll) return true;
    }
  }
  const isNumber = kinds.every((kind) => kind === 'integer' || kind === 'fraction');
  if (isNumber) {
    return isBelow(toHighest(one), toLowest(other)) || isBelow(toHighest(other), toLowest(one));
  }
  if (depth === 0 || kinds.some((kind) => kind !== 'object')) return false;
  const required = new Set([...toRequired(one), ...toRequired(other)]);
  return [...required].some((name) =>
    areDisjoint(toPropertyFacts(one, name), toPropertyFacts(other, name), depth - 1),
  );
}

function isBelow(highest: Bound, lowest: Bound): boolean {
  if (highest.value !== lowest.value) return highest.value < lowest.value;
  return Number.isFinite(lowest.value) && (highest.isExclusive || lowest.isExclusive);
}
