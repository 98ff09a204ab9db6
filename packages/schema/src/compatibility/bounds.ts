import { isRecord } from '../json/record.ts';
import type { Constraints } from './constraints.ts';
import type { LocatedSchema } from './schema-document.ts';

/**
 * A lower or upper limit on numbers, such as `minimum: 3`, and whether the limit itself is
 * excluded.
 */
export interface Bound {
  readonly value: number;
  readonly isExclusive: boolean;
}

const NONE: readonly Bound[] = [];

/**
 * Lists the lower limits on numbers that one schema sets by `minimum` and `exclusiveMinimum`, which
 * is a flag in draft 04.
 */
export function listLowerBounds({ schema }: Pick<LocatedSchema, 'schema'>): readonly Bound[] {
  return schema === false ? NONE : listBounds(schema, 'minimum', 'exclusiveMinimum');
}

/**
 * Lists the upper limits on numbers that one schema sets by `maximum` and `exclusiveMaximum`, which
 * is a flag in draft 04.
 */
export function listUpperBounds({ schema }: Pick<LocatedSchema, 'schema'>): readonly Bound[] {
  return schema === false ? NONE : listBounds(schema, 'maximum', 'exclusiveMaximum');
}

function listBounds(
  schema: Readonly<Record<string, unknown>>,
  inclusive: string,
  exclusive: string,
): readonly Bound[] {
  const { [inclusive]: limit, [exclusive]: exclusiveLimit } = schema;
  return [
    ...(typeof limit === 'number' ? [{ value: limit, isExclusive: exclusiveLimit === true }] : []),
    ...(typeof exclusiveLimit === 'number' ? [{ value: exclusiveLimit, isExclusive: true }] : []),
  ];
}

/**
 * Finds the lower limit on numbers that fit all the given schemas. If only whole numbers are
 * allowed, the limit is a whole number.
 */
export function findLowest({ locations, kinds }: Constraints): Bound {
  const bounds = locations.flatMap(listLowerBounds);
  return bounds
    .map((bound) => moveToReachable(bound, { kinds }, 1))
    .reduce((highest, bound) => (isHigher(bound, highest) ? bound : highest), {
      value: Number.NEGATIVE_INFINITY,
      isExclusive: false,
    });
}

/**
 * Finds the upper limit on numbers that fit all the given schemas. If only whole numbers are
 * allowed, the limit is a whole number.
 */
export function findHighest({ locations, kinds }: Constraints): Bound {
  const bounds = locations.flatMap(listUpperBounds);
  return bounds
    .map((bound) => moveToReachable(bound, { kinds }, -1))
    .reduce((lowest, bound) => (isLower(bound, lowest) ? bound : lowest), {
      value: Number.POSITIVE_INFINITY,
      isExclusive: false,
    });
}

/** True if the lower limit `a` lets fewer numbers through than `b`. */
export function isHigher(a: Bound, b: Bound): boolean {
  return a.value > b.value || (a.value === b.value && a.isExclusive && !b.isExclusive);
}

/** True if the upper limit `a` lets fewer numbers through than `b`. */
export function isLower(a: Bound, b: Bound): boolean {
  return a.value < b.value || (a.value === b.value && a.isExclusive && !b.isExclusive);
}

/**
 * Rounds a limit to the nearest whole number within it if only whole numbers are allowed: a lower
 * limit of 1.5 becomes 2, an upper one 1. `step` is 1 for lower limits, -1 for upper ones.
 */
export function moveToReachable(
  bound: Bound,
  { kinds }: Pick<Constraints, 'kinds'>,
  step: 1 | -1,
): Bound {
  if (kinds.has('fraction')) return bound;
  const rounded = step === 1 ? Math.ceil(bound.value) : Math.floor(bound.value);
  const isMoved = bound.isExclusive && rounded === bound.value;
  return { value: isMoved ? rounded + step : rounded, isExclusive: false };
}

/**
 * Finds the strictest value of a keyword that sets a size, such as `minLength`, among schemas that
 * a value has to fit together; `undefined` if none of them sets one.
 */
export function findSize(
  { locations }: Pick<Constraints, 'locations'>,
  keyword: string,
  pick: (...values: readonly number[]) => number,
): number | undefined {
  const sizes = locations.flatMap(({ schema }) => {
    const size = isRecord(schema) ? schema[keyword] : undefined;
    return typeof size === 'number' ? [size] : [];
  });
  return sizes.length === 0 ? undefined : pick(...sizes);
}
