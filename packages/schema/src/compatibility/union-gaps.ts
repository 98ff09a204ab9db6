import { type Bound, findHighest, findLowest } from './bounds.ts';
import {
  createConstraints,
  type Constraints,
  type Kind,
  restrictConstraints,
  listConjuncts,
} from './constraints.ts';
import { listFiniteValues } from './finite-values.ts';
import { type Gap, isKnownSame, type Position, createGap } from './gap.ts';
import { isImpossible, gatherPropertyConstraints, listRequired } from './parts.ts';
import { type LocatedSchema, findSubschema, listSubschemas } from './schema-document.ts';

/**
 * The most levels of properties that are followed to show that two schemas have no value in common.
 */
const MAX_DEPTH = 3;

/**
 * Finds values that one schema lets through and that fit none of the other's alternatives, or more
 * than one of a `oneOf`.
 */
export function findUnionGaps(position: Position): readonly Gap[] {
  return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const branches = listSubschemas(position.target, keyword);
    return branches.length === 0 ? [] : findAlternativeGaps(position, { keyword, branches });
  });
}

interface Alternatives {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly branches: readonly LocatedSchema[];
}

function findAlternativeGaps(position: Position, alternatives: Alternatives): readonly Gap[] {
  const { constraints } = position;
  const { keyword, branches } = alternatives;
  const isKnown = constraints.locations.some((location) =>
    isCovered(position, listSubschemas(location, keyword), alternatives),
  );
  if (isKnown) return [];
  const tried = branches.map((branch) => position.search.tryOut({ ...position, target: branch }));
  const fit = branches.find((_, index) => tried[index]?.length === 0);
  const from = constraints.locations
    .map(({ schema }) => schema !== false && schema[keyword])
    .find(Boolean);
  const to = branches.map(({ schema }) => schema);
  if (fit !== undefined) {
    if (keyword === 'anyOf') return [];
    const otherBranches = branches.filter((branch) => branch !== fit);
    const overlapping = otherBranches.filter((branch) => !isExcluded(position, branch));
    if (overlapping.length === 0) return [];
    return [
      createGap(position, {
        rule: 'overlap',
        from,
        to,
        isCertain: false,
        at: overlapping[0] ?? fit,
      }),
    ];
  }
  // If the values have alternatives of their own, the caller compares each of these by itself.
  if (constraints.unions.length > 0) return [createGap(position, { rule: keyword, from, to })];
  const groups = groupKinds(constraints.kinds);
  if (groups.length > 1) {
    return groups.flatMap((kinds) =>
      findAlternativeGaps(
        { ...position, constraints: restrictConstraints(constraints, kinds) },
        alternatives,
      ),
    );
  }
  return findClosestGaps(position, { ...alternatives, tried });
}

/** Returns the gaps to the closest alternative of the target, for values that fit none of them. */
function findClosestGaps(
  position: Position,
  { keyword, branches, tried }: Alternatives & { readonly tried: readonly (readonly Gap[])[] },
): readonly Gap[] {
  const { constraints } = position;
  const close = branches
    .map((branch, index) => ({ branch, gaps: tried[index] ?? [] }))
    .filter(({ branch }) => !isDisjoint(constraints, branch))
    .toSorted((a, b) => a.gaps.length - b.gaps.length);
  const [closest] = close;
  if (closest !== undefined) {
    return close.length === 1
      ? closest.gaps
      : closest.gaps.map((gap) => ({ ...gap, isCertain: false }));
  }
  const at = constraints.branch ?? position.target;
  const from = constraints.branch?.schema;
  return [
    createGap(position, {
      rule: 'alternative',
      from,
      to: undefined,
      at: {
        document: at.document,
        pointer: at === position.target ? `${at.pointer}/${keyword}` : at.pointer,
      },
    }),
  ];
}

/**
 * True if each alternative of the values' own schema has an equal among the target's alternatives,
 * so that the values surely fit the target.
 */
function isCovered(
  { search }: Position,
  locations: readonly LocatedSchema[],
  { keyword, branches }: Alternatives,
): boolean {
  if (locations.length === 0) return false;
  if (keyword === 'anyOf') {
    return locations.every((location) =>
      branches.some((branch) => isKnownSame(search, location, branch)),
    );
  }
  // In `oneOf` each alternative needs an equal of its own, because a value must not fit two.
  const unmatched = [...branches];
  for (const location of locations) {
    const index = unmatched.findIndex((branch) => isKnownSame(search, location, branch));
    if (index === -1) return false;
    unmatched.splice(index, 1);
  }
  return unmatched.length === 0;
}

/** True if it is certain that none of the values at a position fits the given schema. */
function isExcluded({ search, constraints }: Position, branch: LocatedSchema): boolean {
  return (
    isDisjoint(constraints, branch) ||
    constraints.excluded.some((excluded) => isKnownSame(search, excluded, branch))
  );
}

/** Finds values that one schema lets through and the other forbids by `not`. */
export function findNotGaps(position: Position): readonly Gap[] {
  const { target } = position;
  const forbidden = findSubschema(target, 'not');
  if (forbidden === undefined || target.schema === false || isExcluded(position, forbidden))
    return [];
  const from = position.constraints.excluded[0]?.schema;
  return [createGap(position, { rule: 'not', from, to: target.schema['not'], isCertain: false })];
}

/**
 * Finds values that one schema lets through and that miss one of the schemas which the target
 * requires together: the targets of references, and `allOf`.
 */
export function findConjunctGaps(position: Position): readonly Gap[] {
  return listConjuncts(position.target).flatMap((target) =>
    position.search.find({ ...position, target }),
  );
}

/**
 * Splits kinds of values into the groups that are compared one by one; whole numbers and fractions
 * are one group.
 */
function groupKinds(kinds: ReadonlySet<Kind>): readonly ReadonlySet<Kind>[] {
  const numbers = [...kinds].filter((kind) => kind === 'integer' || kind === 'fraction');
  const otherKinds = [...kinds].filter((kind) => kind !== 'integer' && kind !== 'fraction');
  return [
    ...(numbers.length > 0 ? [new Set(numbers)] : []),
    ...otherKinds.map((kind) => new Set([kind])),
  ];
}

/**
 * True if it is certain that no value of the constraints fits the schema; false if one does, or it is
 * uncertain.
 */
function isDisjoint(
  constraints: Constraints,
  target: LocatedSchema,
  depth: number = MAX_DEPTH,
): boolean {
  return areDisjoint(constraints, createConstraints([target]), depth);
}

function areDisjoint(a: Constraints, b: Constraints, depth: number): boolean {
  if (isImpossible(a) || isImpossible(b)) return true;
  const kinds = [...a.kinds].filter((kind) => b.kinds.has(kind));
  if (kinds.length === 0) return true;
  for (const [constraints, against] of [
    [a, b],
    [b, a],
  ] as const) {
    const values = listFiniteValues(constraints);
    if (values !== undefined) {
      return !values.some((value) =>
        against.locations.every(({ document, pointer }) => document.accepts(pointer, value)),
      );
    }
    const [union] = constraints.unions;
    if (union !== undefined && depth > 0) {
      const areAll = union.branches.every((branch) =>
        areDisjoint(createConstraints([branch]), against, depth - 1),
      );
      if (areAll) return true;
    }
  }
  const isNumber = kinds.every((kind) => kind === 'integer' || kind === 'fraction');
  if (isNumber) {
    return isBelow(findHighest(a), findLowest(b)) || isBelow(findHighest(b), findLowest(a));
  }
  if (depth === 0 || kinds.some((kind) => kind !== 'object')) return false;
  const required = new Set([...listRequired(a), ...listRequired(b)]);
  return [...required].some((name) =>
    areDisjoint(gatherPropertyConstraints(a, name), gatherPropertyConstraints(b, name), depth - 1),
  );
}

function isBelow(highest: Bound, lowest: Bound): boolean {
  if (highest.value !== lowest.value) return highest.value < lowest.value;
  return Number.isFinite(lowest.value) && (highest.isExclusive || lowest.isExclusive);
}
