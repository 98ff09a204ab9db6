import { isRecord } from '../json/record.ts';
import type { Facts } from './facts.ts';
import type { SchemaSpot } from './schema-document.ts';

/** A limit of numbers: the value, and whether that value itself is excluded. */
export interface Bound {
  readonly value: number;
  readonly isExclusive: boolean;
}

const NONE: readonly Bound[] = [];

/**
 * Lists the lower limits of numbers that one schema sets. In draft-04 `exclusiveMinimum` is a flag.
 */
export function listLowerBounds({ schema }: Pick<SchemaSpot, 'schema'>): readonly Bound[] {
  return schema === false ? NONE : listBounds(schema, 'minimum', 'exclusiveMinimum');
}

/** Lists the upper limits of numbers that one schema sets. */
export function listUpperBounds({ schema }: Pick<SchemaSpot, 'schema'>): readonly Bound[] {
  return schema === false ? NONE : listBounds(schema, 'maximum', 'exclusiveMaximum');
}

function listBounds(
  schema: Readonly<Record<string, unknown>>,
  inclusive: string,
  exclusive: string,
): readonly Bound[] {
  const { [inclusive]: limit, [exclusive]: other } = schema;
  return [
    ...(typeof limit === 'number' ? [{ value: limit, isExclusive: other === true }] : []),
    ...(typeof other === 'number' ? [{ value: other, isExclusive: true }] : []),
  ];
}

/**
 * Finds the lowest number that a value can be; for whole numbers it is a number that can be
 * reached.
 */
export function findLowest({ spots, kinds }: Facts): Bound {
  const bounds = spots.flatMap(listLowerBounds);
  return bounds
    .map((bound) => moveToReachable(bound, { kinds }, 1))
    .reduce((one, other) => (isHigher(other, one) ? other : one), {
      value: Number.NEGATIVE_INFINITY,
      isExclusive: false,
    });
}

/**
 * Finds the highest number that a value can be; for whole numbers it is a number that can be
 * reached.
 */
export function findHighest({ spots, kinds }: Facts): Bound {
  const bounds = spots.flatMap(listUpperBounds);
  return bounds
    .map((bound) => moveToReachable(bound, { kinds }, -1))
    .reduce((one, other) => (isLower(other, one) ? other : one), {
      value: Number.POSITIVE_INFINITY,
      isExclusive: false,
    });
}

/** True if the lower limit `one` lets fewer numbers through than `other`. */
export function isHigher(one: Bound, other: Bound): boolean {
  return (
    one.value > other.value || (one.value === other.value && one.isExclusive && !other.isExclusive)
  );
}

/** True if the upper limit `one` lets fewer numbers through than `other`. */
export function isLower(one: Bound, other: Bound): boolean {
  return (
    one.value < other.value || (one.value === other.value && one.isExclusive && !other.isExclusive)
  );
}

/**
 * Moves a limit to a number that can be reached: for whole numbers 1.5 becomes 2 as a lower limit,
 * and 1 as an upper one. `step` is 1 for lower limits, -1 for upper ones.
 */
export function moveToReachable(
  bound: Bound,
  { kinds }: Pick<Facts, 'kinds'>,
  step: 1 | -1,
): Bound {
  if (kinds.has('fraction')) return bound;
  const whole = step === 1 ? Math.ceil(bound.value) : Math.floor(bound.value);
  const isMoved = bound.isExclusive && whole === bound.value;
  return { value: isMoved ? whole + step : whole, isExclusive: false };
}

/**
 * Finds the strictest value of a keyword that sets a size, such as `minLength`, among schemas that
 * hold together; `undefined` if none of them sets one.
 */
export function findSize(
  { spots }: Pick<Facts, 'spots'>,
  keyword: string,
  pick: (...values: readonly number[]) => number,
): number | undefined {
  const sizes = spots.flatMap(({ schema }) => {
    const size = isRecord(schema) ? schema[keyword] : undefined;
    return typeof size === 'number' ? [size] : [];
  });
  return sizes.length === 0 ? undefined : pick(...sizes);
}
