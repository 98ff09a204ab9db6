import { findSize } from './bounds.ts';
import type { Constraints } from './constraints.ts';
import { enter, isKnownSame, createGap, type Gap, type Position } from './gap.ts';
import { countFirst, isImpossible, gatherItemConstraints, findItemSchemas } from './parts.ts';
import { findSubschema } from './schema-document.ts';

/**
 * Finds arrays that one schema lets through and the other refuses: they are too short, too long, or
 * hold items that are not allowed.
 */
export function findArrayGaps(position: Position): readonly Gap[] {
  const { constraints, target } = position;
  if (target.schema === false || !constraints.kinds.has('array')) return [];
  return [...findItemGaps(position), ...findSizeGaps(position), ...findContainsGaps(position)];
}

function findItemGaps(position: Position): readonly Gap[] {
  const { constraints, target } = position;
  const { first, additional } = findItemSchemas(target);
  const listed = Math.max(countFirst(constraints), first.length);
  const most = countMostItems(constraints);
  const gaps: Gap[] = [];
  for (let index = 0; index <= listed && index < most; index += 1) {
    const location = first[index] ?? additional;
    if (location === undefined) continue;
    const inner = gatherItemConstraints(constraints, index);
    const kind = index < listed ? 'position' : 'items';
    const innerPosition = enter(
      position,
      { kind, position: index },
      { constraints: inner, target: location },
    );
    const itemGaps = position.search.find(innerPosition);
    const isForbidden = itemGaps.length > 0 && location.schema === false;
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
 * Returns the greatest number of items that an array of these constraints can have; infinite if nothing
 * limits it.
 */
function countMostItems(constraints: Constraints): number {
  const listed = countFirst(constraints);
  let most = findSize(constraints, 'maxItems', Math.min) ?? Number.POSITIVE_INFINITY;
  for (let index = 0; index <= listed && index < most; index += 1) {
    if (isImpossible(gatherItemConstraints(constraints, index))) most = index;
  }
  return most;
}

function findSizeGaps(position: Position): readonly Gap[] {
  const { constraints, target } = position;
  if (target.schema === false) return [];
  const { minItems, maxItems, uniqueItems } = target.schema;
  const gaps: Gap[] = [];
  const least = findSize(constraints, 'minItems', Math.max) ?? 0;
  const most = countMostItems(constraints);
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
    const isUnique = constraints.locations.some(
      ({ schema }) => schema !== false && schema['uniqueItems'] === true,
    );
    if (!isUnique)
      gaps.push(createGap(position, { rule: 'uniqueItems', from: undefined, to: true }));
  }
  return gaps;
}

function findContainsGaps(position: Position): readonly Gap[] {
  const { search, constraints, target } = position;
  const targetContains = findSubschema(target, 'contains');
  if (targetContains === undefined || target.schema === false) return [];
  const { minContains, maxContains } = target.schema;
  const isCovered = constraints.locations.some((location) => {
    const factContains = findSubschema(location, 'contains');
    return (
      factContains !== undefined &&
      location.schema !== false &&
      location.schema['minContains'] === minContains &&
      location.schema['maxContains'] === maxContains &&
      isKnownSame(search, factContains, targetContains)
    );
  });
  if (isCovered) return [];
  const from = constraints.locations
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
