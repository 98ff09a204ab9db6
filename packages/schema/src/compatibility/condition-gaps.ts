import { createFacts, type Facts } from './facts.ts';
import { isKnownSame, type Gap, type Position } from './gap.ts';
import { toInner, type SchemaSpot } from './schema-document.ts';

/** Values that come and fail a condition: what `then` and `else` say is tried as if it always held. */
export function findConditionGaps(position: Position): readonly Gap[] {
  const { search, facts, target } = position;
  const condition = toInner(target, 'if');
  if (condition === undefined) return [];
  // Where the same condition held before, its consequences are known.
  const owner = facts.spots.find((spot) => {
    const own = toInner(spot, 'if');
    return own !== undefined && isKnownSame(search, own, condition);
  });
  return (['then', 'else'] as const).flatMap((keyword) => {
    const wanted = toInner(target, keyword);
    if (wanted === undefined) return [];
    const own = owner === undefined ? [] : toConsequences(owner, keyword);
    const inner = own.length === 0 ? facts : addSpots(facts, own);
    const gaps = search.tryOut({ ...position, facts: inner, target: wanted });
    return gaps.map((gap) => ({ ...gap, isCertain: false }));
  });
}

function toConsequences(owner: SchemaSpot, keyword: 'then' | 'else'): readonly SchemaSpot[] {
  const parts = [keyword === 'then' ? toInner(owner, 'if') : undefined, toInner(owner, keyword)];
  return parts.filter((part) => part !== undefined);
}

function addSpots(facts: Facts, spots: readonly SchemaSpot[]): Facts {
  return createFacts([...facts.spots, ...spots], {
    excluded: facts.excluded,
    kinds: facts.kinds,
    settled: new Set(facts.settled),
  });
}
