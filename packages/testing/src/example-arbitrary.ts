import type { Json, JsonObject } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import * as fc from 'fast-check';

/** An example of a value at one place of an input. */
export interface PlaceExample {
  readonly value: Json;
  /** Returns true if the input is still valid with another value at the place. */
  readonly fits: (value: Json) => boolean;
}

/** Characters that programs handle wrongly: blanks, quotes, markup, other scripts, joined ones. */
const CHARACTERS = [...Array.from('a0- \n"\'`\\<&ßİم'), '👩‍👩‍👧'];

/** Texts that programs take for something else, and a long one. */
const TEXTS = ['', ' ', '-1', 'null', 'constructor', 'Straße in İzmir', 'x'.repeat(300)];

const NUMBERS = [
  0,
  1,
  -1,
  2,
  0.5,
  -0.1,
  10,
  1_000,
  1e21,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
];

/** The number of values that show whether those of an arbitrary fit often enough. */
const PROBES = 40;
/** The least number of them that must fit. */
const MIN_FITTING = 8;

/**
 * Makes values like the examples of a place: of the same types and members, with other texts,
 * numbers and lengths where they fit.
 *
 * @param constants Values that the schema names, such as bounds; each is used where it fits.
 */
export function createExampleArbitrary(
  examples: readonly PlaceExample[],
  constants: readonly Json[],
): fc.Arbitrary<Json> {
  const groups = new Map<string, Group>();
  for (const example of examples) {
    const shape = toShape(example.value);
    const group = groups.get(shape);
    groups.set(shape, group === undefined ? [example] : [...group, example]);
  }
  return createUnion([...groups.values()].map((group) => createGroupArbitrary(group, constants)));
}

/** Examples of one shape, the first of which decides what else fits. */
type Group = readonly [PlaceExample, ...PlaceExample[]];

/** Names what the examples of a group have in common: their type, and the members of objects. */
function toShape(value: Json): string {
  if (Array.isArray(value)) return 'list';
  return isRecord(value) ? JSON.stringify(Object.keys(value).toSorted()) : typeof value;
}

/** Makes the values of several arbitraries; smaller ones are sought among those of the first. */
function createUnion(arbitraries: readonly fc.Arbitrary<Json>[]): fc.Arbitrary<Json> {
  return fc.oneof({ withCrossShrink: true }, ...arbitraries);
}

function createGroupArbitrary(group: Group, constants: readonly Json[]): fc.Arbitrary<Json> {
  const [{ value, fits }] = group;
  const values = [...group.map((example) => example.value), ...constants];
  if (typeof value === 'string') return createTextArbitrary(values, fits);
  if (typeof value === 'number') return createNumberArbitrary(values, fits);
  if (typeof value === 'boolean') return fc.boolean().filter(fits);
  if (Array.isArray(value)) return createListArbitrary(group, constants);
  return isRecord(value) ? createObjectArbitrary(group, constants) : fc.constant(value);
}

function createTextArbitrary(
  values: readonly Json[],
  fits: PlaceExample['fits'],
): fc.Arbitrary<Json> {
  const exact = [...values.filter((value) => typeof value === 'string'), ...TEXTS].filter(fits);
  const characters = new Set([...CHARACTERS, ...exact.flatMap((value) => Array.from(value))]);
  const text = fc.string({ unit: fc.constantFrom(...characters) });
  // Hardly any other text fits a pattern, a format or an enumeration.
  return fitsOften(text, fits)
    ? new SpicedArbitrary(text.filter(fits), fc.constantFrom(...exact))
    : fc.constantFrom(...exact);
}

/** Makes values of two arbitraries, all of which become smaller as those of the first do. */
class SpicedArbitrary extends fc.Arbitrary<Json> {
  readonly #plain: fc.Arbitrary<Json>;
  readonly #both: fc.Arbitrary<Json>;

  constructor(plain: fc.Arbitrary<Json>, spice: fc.Arbitrary<Json>) {
    super();
    this.#plain = plain;
    this.#both = fc.oneof(plain, spice);
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<Json> {
    return new fc.Value(this.#both.generate(random, bias).value, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is Json {
    return this.#plain.canShrinkWithoutContext(value);
  }

  shrink(value: Json, context: unknown): fc.Stream<fc.Value<Json>> {
    const isKnown = context !== undefined || this.canShrinkWithoutContext(value);
    return isKnown ? this.#plain.shrink(value, context) : fc.Stream.nil();
  }
}

/** Returns true if an arbitrary that keeps only what fits finds such values soon. */
function fitsOften(arbitrary: fc.Arbitrary<Json>, fits: PlaceExample['fits']): boolean {
  const probes = fc.sample(arbitrary, { numRuns: PROBES, seed: 1 });
  return probes.filter(fits).length >= MIN_FITTING;
}

function createNumberArbitrary(
  values: readonly Json[],
  fits: PlaceExample['fits'],
): fc.Arbitrary<Json> {
  const numbers = values.filter((value) => typeof value === 'number');
  const exact = [...numbers, ...NUMBERS].filter(fits);
  const whole = exact.filter((number) => Number.isSafeInteger(number));
  const ranges: fc.Arbitrary<number>[] = [];
  if (whole.length > 0) {
    ranges.push(fc.integer({ min: Math.min(...whole), max: Math.max(...whole) }));
  }
  if (exact.some((number) => !Number.isInteger(number))) {
    ranges.push(fc.double({ min: Math.min(...exact), max: Math.max(...exact), noNaN: true }));
  }
  // JSON has no negative zero.
  const usable = ranges.map((range) => range.filter((n) => !Object.is(n, -0) && fits(n)));
  const plain = createUnion(usable.length === 0 ? [fc.constantFrom(...exact)] : usable);
  return new SpicedArbitrary(plain, fc.constantFrom(...exact));
}

function createListArbitrary(group: Group, constants: readonly Json[]): fc.Arbitrary<Json> {
  const lists = group.map(({ value, fits }) => ({ list: value as readonly Json[], fits }));
  const items = lists.flatMap(({ list, fits }) =>
    list.map((value, at) => ({ value, fits: (item: Json) => fits(list.with(at, item)) })),
  );
  const [{ value: first, fits }] = group;
  if (items.length === 0) return fc.constant(first);
  const maxLength = 2 * Math.max(...lists.map(({ list }) => list.length));
  const list = fc.array(createExampleArbitrary(items, constants), { maxLength });
  if (fitsOften(list, fits)) return list.filter(fits);
  // Items depend on one another, as in tuples, so one is changed at a time.
  const changed = items.slice(0, (first as readonly Json[]).length).map((item, at) =>
    createExampleArbitrary([item], constants)
      .map((value) => (first as readonly Json[]).with(at, value))
      .filter(fits),
  );
  return createUnion([fc.constant(first), ...changed]);
}

function createObjectArbitrary(group: Group, constants: readonly Json[]): fc.Arbitrary<Json> {
  const objects = group.map(({ value, fits }) => ({ object: value as JsonObject, fits }));
  const [{ value, fits }] = group;
  const first = value as JsonObject;
  const names = Object.keys(first);
  const members = names.map((name) => {
    const examples = objects.map(({ object, fits: fitsObject }) => ({
      value: object[name] ?? null,
      fits: (member: Json) => fitsObject({ ...object, [name]: member }),
    }));
    return [name, createExampleArbitrary(examples, constants)] as const;
  });
  const requiredKeys = names.filter((name) => !fits(withoutMember(first, name)));
  const object = fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true });
  if (fitsOften(object, fits)) return object.filter(fits);
  // Members depend on one another, so one is changed at a time.
  const changed = members.map(([name, member]) =>
    member.map((each) => ({ ...first, [name]: each })).filter(fits),
  );
  return createUnion([fc.constant(first), ...changed]);
}

function withoutMember(object: JsonObject, name: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}
