import { findSize } from './bounds.ts';
import type { Facts } from './facts.ts';
import { enter, isKnownSame, createGap, type Gap, type Position } from './gap.ts';
import { countFirst, isImpossible, gatherItemFacts, findItemSpots } from './parts.ts';
import { findInner } from './schema-document.ts';

/**
 * Finds arrays that one schema lets through and the other refuses: they are too short, too long, or
 * hold items that are not allowed.
 */
export function findArrayGaps(position: Position): readonly Gap[] {
  const { facts, target } = position;
  if (target.schema === false || !facts.kinds.has('array')) return [];
  return [...findItemGaps(position), ...findSizeGaps(position), ...findContainsGaps(position)];
}

function findItemGaps(position: Position): readonly Gap[] {
  const { facts, target } = position;
  const { first, additional } = findItemSpots(target);
  const listed = Math.max(countFirst(facts), first.length);
  const most = countMostItems(facts);
  const gaps: Gap[] = [];
  for (let index = 0; index <= listed && index < most; index += 1) {
    const spot = first[index] ?? additional;
    if (spot === undefined) continue;
    const inner = gatherItemFacts(facts, index);
    const kind = index < listed ? 'position' : 'items';
    const innerPosition = enter(
      position,
      { kind, position: index },
      { facts: inner, target: spot },
    );
    const itemGaps = position.search.find(innerPosition);
    const isForbidden = itemGaps.length > 0 && spot.schema === false;
    if (!isForbidden) gaps.push(...itemGaps);
    else {
      const from = most === Number.POSITIVE_INFINITY ? undefined : most;
      gaps.push(
        createGap(innerPosition, { rule: 'item', from, to: index, candidates: [null, '', 0] }),
      );
      break;
    }
  }
  return gaps;
}

/**
 * Returns the greatest number of items that an array of these facts can have; infinite if nothing
 * limits it.
 */
function countMostItems(facts: Facts): number {
  const listed = countFirst(facts);
  let most = findSize(facts, 'maxItems', Math.min) ?? Number.POSITIVE_INFINITY;
  for (let index = 0; index <= listed && index < most; index += 1) {
    if (isImpossible(gatherItemFacts(facts, index))) most = index;
  }
  return most;
}

function findSizeGaps(position: Position): readonly Gap[] {
  const { facts, target } = position;
  if (target.schema === false) return [];
  const { minItems, maxItems, uniqueItems } = target.schema;
  const gaps: Gap[] = [];
  const least = findSize(facts, 'minItems', Math.max) ?? 0;
  const most = countMostItems(facts);
  if (typeof minItems === 'number' && minItems > least) {
    gaps.push(
      createGap(position, {
        rule: 'minItems',
        from: least || undefined,
        to: minItems,
        candidates: [[]],
      }),
    );
  }
  if (typeof maxItems === 'number' && maxItems < most) {
    const from = Number.isFinite(most) ? most : undefined;
    gaps.push(createGap(position, { rule: 'maxItems', from, to: maxItems }));
  }
  if (uniqueItems === true && most > 1) {
    const isUnique = facts.spots.some(
      ({ schema }) => schema !== false && schema['uniqueItems'] === true,
    );
    if (!isUnique)
      gaps.push(createGap(position, { rule: 'uniqueItems', from: undefined, to: true }));
  }
  return gaps;
}

function findContainsGaps(position: Position): readonly Gap[] {
  const { search, facts, target } = position;
  const targetContains = findInner(target, 'contains');
  if (targetContains === undefined || target.schema === false) return [];
  const { minContains, maxContains } = target.schema;
  const isCovered = facts.spots.some((spot) => {
    const factContains = findInner(spot, 'contains');
    return (
      factContains !== undefined &&
      spot.schema !== false &&
      spot.schema['minContains'] === minContains &&
      spot.schema['maxContains'] === maxContains &&
      isKnownSame(search, factContains, targetContains)
    );
  });
  if (isCovered) return [];
  const from = facts.spots
    .map(({ schema }) => schema !== false && schema['contains'])
    .find(Boolean);
  return [
    createGap(position, {
      rule: 'contains',
      from,
      to: target.schema['contains'],
      isCertain: false,
      candidates: [[]],
    }),
  ];
}
