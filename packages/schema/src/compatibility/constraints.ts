import { isRecord } from '../json/record.ts';
import {
  findSubschema,
  listSubschemas,
  locateSchema,
  type LocatedSchema,
} from './schema-document.ts';

/**
 * A kind of JSON value. Numbers are two kinds, whole and fraction, because the type `integer` is a
 * part of `number`.
 */
export type Kind = 'null' | 'boolean' | 'integer' | 'fraction' | 'string' | 'array' | 'object';

/** An `anyOf` or `oneOf`: a list of alternatives of which a value must fit one. */
interface Union {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly owner: LocatedSchema;
  readonly branches: readonly LocatedSchema[];
}

/**
 * The constraints on the values at one place of a schema comparison: the values fit every schema in
 * `locations`, and none in `excluded`.
 */
export interface Constraints {
  readonly locations: readonly LocatedSchema[];
  readonly excluded: readonly LocatedSchema[];
  /** The `anyOf` and `oneOf` at this place that have not been split into their alternatives yet. */
  readonly unions: readonly Union[];
  readonly kinds: ReadonlySet<Kind>;
  /**
   * The pointers to the `anyOf` and `oneOf` at this place for which one alternative has already
   * been assumed.
   */
  readonly settled: ReadonlySet<string>;
  /** The alternative of a union that was assumed last to apply; absent if none was. */
  readonly branch?: LocatedSchema;
  /** A text that is the same for equal constraints, used as the key of remembered results. */
  readonly key: string;
}

/** The steps to read what one schema says of the values at a place. */
const FACTS_STEPS = 50;

const ALL_KINDS: readonly Kind[] = [
  'null',
  'boolean',
  'integer',
  'fraction',
  'string',
  'array',
  'object',
];

/**
 * Collects what is known of values that fit all the given schemas, following references and
 * `allOf`.
 */
export function createConstraints(
  start: readonly LocatedSchema[],
  overrides: Partial<Pick<Constraints, 'excluded' | 'kinds' | 'branch' | 'settled'>> = {},
): Constraints {
  const locations = new Map(start.map((location) => [location.pointer, location]));
  for (const location of locations.values()) {
    for (const next of listConjuncts(location)) locations.set(next.pointer, next);
  }
  const all = [...locations.values()];
  all[0]?.document.work.spend(FACTS_STEPS * (1 + all.length));
  const kinds = new Set(overrides.kinds ?? ALL_KINDS);
  for (const { schema } of all) {
    const allowed = kindsOf(schema);
    for (const kind of kinds) if (!allowed.has(kind)) kinds.delete(kind);
  }
  const excluded = [
    ...(overrides.excluded ?? []),
    ...all.flatMap((location) => findSubschema(location, 'not') ?? []),
  ];
  const unions = all
    .flatMap(listUnions)
    .filter((union) => overrides.settled?.has(identifyUnion(union)) !== true);
  const keys = [
    [...locations.keys()].toSorted(),
    [...kinds],
    [...new Set(excluded.map(({ pointer }) => pointer))].toSorted(),
    unions.map(({ owner, keyword }) => `${owner.pointer}/${keyword}`),
  ];
  return {
    locations: all,
    excluded,
    unions,
    kinds,
    settled: overrides.settled ?? new Set(),
    ...(overrides.branch !== undefined && { branch: overrides.branch }),
    key: JSON.stringify(keys),
  };
}

/** Splits constraints by the alternatives of their first union: one set of constraints for each. */
export function splitConstraints(constraints: Constraints): readonly Constraints[] {
  const [union] = constraints.unions;
  if (union === undefined) return [];
  const settled = new Set([...constraints.settled, identifyUnion(union)]);
  return union.branches.map((branch) => {
    const otherBranches = union.branches.filter((candidate) => candidate !== branch);
    return createConstraints([...constraints.locations, branch], {
      excluded: [...constraints.excluded, ...(union.keyword === 'oneOf' ? otherBranches : [])],
      kinds: constraints.kinds,
      branch,
      settled,
    });
  });
}

/** Returns constraints restricted to values of the given kinds. */
export function restrictConstraints(
  constraints: Constraints,
  kinds: ReadonlySet<Kind>,
): Constraints {
  return { ...constraints, kinds, key: `${constraints.key}${[...kinds].join()}` };
}

/**
 * Lists the schemas that a value has to fit as well if it fits the given one: the targets of its
 * references, and the members of its `allOf`.
 */
export function listConjuncts(location: LocatedSchema): readonly LocatedSchema[] {
  const targets = location.document.targets.get(location.pointer) ?? [];
  return [
    ...targets.map((target) => locateSchema(location.document, target)),
    ...listSubschemas(location, 'allOf'),
  ];
}

/** Returns the kind of a JSON value, such as `fraction` for 1.5. */
function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isRecord(value)) return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

/** Returns the kinds of values that a schema's own `type`, `const` and `enum` allow. */
export function kindsOf(schema: LocatedSchema['schema']): ReadonlySet<Kind> {
  if (schema === false) return new Set();
  const { type } = schema;
  const types: readonly unknown[] = type === undefined ? ALL_KINDS : [type].flat();
  const kinds = types.flatMap((name) =>
    name === 'number'
      ? (['integer', 'fraction'] as const)
      : ALL_KINDS.filter((kind) => kind === name),
  );
  if (schema['nullable'] === true && type !== undefined) kinds.push('null');
  const values = listOwnValues(schema);
  if (values === undefined) return new Set(kinds);
  const valueKinds = new Set(values.map(kindOf));
  return new Set(kinds.filter((kind) => valueKinds.has(kind)));
}

/** Returns the values that a schema's own `const` or `enum` lists; `undefined` without either. */
export function listOwnValues(schema: LocatedSchema['schema']): readonly unknown[] | undefined {
  if (schema === false) return undefined;
  if (Object.hasOwn(schema, 'const')) return [schema['const']];
  const values = schema['enum'];
  return Array.isArray(values) ? values : undefined;
}

function listUnions(owner: LocatedSchema): readonly Union[] {
  return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const branches = listSubschemas(owner, keyword);
    return branches.length === 0 ? [] : [{ keyword, owner, branches }];
  });
}

function identifyUnion({ owner, keyword }: Union): string {
  return `${owner.pointer}/${keyword}`;
}
