import { restrictFacts, toConjuncts, type Kind } from './facts.ts';
import { isKnownSame, toGap, type Gap, type Position } from './gap.ts';
import { isDisjoint } from './is-disjoint.ts';
import { toInner, toInnerList, type SchemaSpot } from './schema-document.ts';

/** Values that come and fit none of the alternatives, or too many. */
export function findUnionGaps(position: Position): readonly Gap[] {
  return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const branches = toInnerList(position.target, keyword);
    return branches.length === 0 ? [] : findAlternativeGaps(position, { keyword, branches });
  });
}

interface Alternatives {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly branches: readonly SchemaSpot[];
}

function findAlternativeGaps(position: Position, alternatives: Alternatives): readonly Gap[] {
  const { search, facts } = position;
  const { keyword, branches } = alternatives;
  const isKnown = facts.spots.some((spot) => {
    const own = toInnerList(spot, keyword);
    return (
      own.length === branches.length &&
      branches.every((branch) => own.some((one) => isKnownSame(search, one, branch)))
    );
  });
  if (isKnown) return [];
  const tried = branches.map((branch) => position.search.tryOut({ ...position, target: branch }));
  const fitting = branches.filter((_, index) => tried[index]?.length === 0);
  const from = facts.spots.map(({ schema }) => schema !== false && schema[keyword]).find(Boolean);
  const to = branches.map(({ schema }) => schema);
  const [fit] = fitting;
  if (fit !== undefined) {
    if (keyword === 'anyOf') return [];
    const others = branches.filter((branch) => branch !== fit);
    const overlapping = others.filter((branch) => !isExcluded(position, branch));
    if (overlapping.length === 0) return [];
    return [
      toGap(position, { rule: 'overlap', from, to, isCertain: false, at: overlapping[0] ?? fit }),
    ];
  }
  // With alternatives of its own, each is looked at by itself.
  if (facts.unions.length > 0) return [toGap(position, { rule: keyword, from, to })];
  const groups = toGroups(facts.kinds);
  if (groups.length > 1) {
    return groups.flatMap((kinds) =>
      findAlternativeGaps({ ...position, facts: restrictFacts(facts, kinds) }, alternatives),
    );
  }
  return findClosestGaps(position, { ...alternatives, tried });
}

/** What is wrong with the alternative that was most likely meant. */
function findClosestGaps(
  position: Position,
  { keyword, branches, tried }: Alternatives & { readonly tried: readonly (readonly Gap[])[] },
): readonly Gap[] {
  const { facts } = position;
  const close = branches
    .map((branch, index) => ({ branch, gaps: tried[index] ?? [] }))
    .filter(({ branch }) => !isDisjoint(facts, branch))
    .toSorted((one, other) => one.gaps.length - other.gaps.length);
  const [closest] = close;
  if (closest !== undefined) {
    return close.length === 1
      ? closest.gaps
      : closest.gaps.map((gap) => ({ ...gap, isCertain: false }));
  }
  const at = facts.branch ?? position.target;
  const from = facts.branch?.schema;
  return [
    toGap(position, {
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

/** True if no value that comes fits this schema. */
function isExcluded({ search, facts }: Position, branch: SchemaSpot): boolean {
  return (
    isDisjoint(facts, branch) ||
    facts.excluded.some((excluded) => isKnownSame(search, excluded, branch))
  );
}

/** Values that come and fit what they must not. */
export function findNotGaps(position: Position): readonly Gap[] {
  const { target } = position;
  const forbidden = toInner(target, 'not');
  if (forbidden === undefined || target.schema === false || isExcluded(position, forbidden))
    return [];
  const from = position.facts.excluded[0]?.schema;
  return [toGap(position, { rule: 'not', from, to: target.schema['not'], isCertain: false })];
}

/** Values that come and fail a condition. */
export function findConditionGaps(position: Position): readonly Gap[] {
  const { search, facts, target } = position;
  const condition = toInner(target, 'if');
  if (condition === undefined || target.schema === false) return [];
  const keywords = ['if', 'then', 'else'] as const;
  const isKnown = facts.spots.some((spot) =>
    keywords.every((keyword) => {
      const [own, wanted] = [toInner(spot, keyword), toInner(target, keyword)];
      return (
        own === wanted ||
        (own !== undefined && wanted !== undefined && isKnownSame(search, own, wanted))
      );
    }),
  );
  if (isKnown) return [];
  const branches = [toInner(target, 'then'), toInner(target, 'else')];
  const fits = branches.every(
    (branch) =>
      branch === undefined || position.search.tryOut({ ...position, target: branch }).length === 0,
  );
  if (fits) return [];
  const from = facts.spots.map(({ schema }) => schema !== false && schema['if']).find(Boolean);
  return [toGap(position, { rule: 'if', from, to: target.schema['if'], isCertain: false })];
}

/** References and `allOf`: all of them must fit. */
export function findConjunctGaps(position: Position): readonly Gap[] {
  return toConjuncts(position.target).flatMap((target) =>
    position.search.find({ ...position, target }),
  );
}

/** Kinds of values that are looked at one by one; numbers are one. */
function toGroups(kinds: ReadonlySet<Kind>): readonly ReadonlySet<Kind>[] {
  const numbers = [...kinds].filter((kind) => kind === 'integer' || kind === 'fraction');
  const others = [...kinds].filter((kind) => kind !== 'integer' && kind !== 'fraction');
  return [
    ...(numbers.length > 0 ? [new Set(numbers)] : []),
    ...others.map((kind) => new Set([kind])),
  ];
}
