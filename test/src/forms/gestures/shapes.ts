import type { Json, JsonSchema } from '@formwork/schema';
import fc from 'fast-check';

/** What a person enters: a schema as people see it, with as little of JSON Schema as possible. */
export type Shape =
  | { readonly kind: 'text'; readonly preset?: string; readonly nullable?: boolean }
  | { readonly kind: 'number'; readonly preset?: number; readonly nullable?: boolean }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly preset?: string }
  | { readonly kind: 'tag'; readonly value: string }
  | GroupShape
  | {
      readonly kind: 'list';
      readonly item: Shape;
      readonly least?: number;
      readonly preset?: readonly string[];
      readonly nullable?: boolean;
    }
  | { readonly kind: 'map'; readonly entry: Shape }
  | {
      readonly kind: 'union';
      readonly keyword: 'oneOf' | 'anyOf';
      readonly options: readonly GroupShape[];
      /** True if no constant tells the alternatives apart, but a required text of each. */
      readonly isUntagged?: boolean;
    };

/** A group of fields. */
export interface GroupShape {
  readonly kind: 'group';
  readonly members: readonly Member[];
  /** How the schema says that the group may be null: not at all, by a type, or by `anyOf`. */
  readonly nullable?: 'type' | 'anyOf' | 'preset';
  /** True for a group whose fields stand in a part of `allOf`. */
  readonly inParts?: boolean;
}

/** A field of a group. */
export interface Member {
  readonly name: string;
  readonly shape: Shape;
  readonly isNeeded: boolean;
}

/** The choices of every choice, and of no other field. */
export const CHOICES = ['red', 'green', 'blue'];

/** Makes the schema of a shape, as an author would write it. */
export function toSchema(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case 'text':
      return { ...toType('string', shape.nullable), ...toDefault(shape.preset) };
    case 'number':
      return { ...toType('number', shape.nullable), ...toDefault(shape.preset) };
    case 'switch':
      return { type: 'boolean' };
    case 'choice':
      return { enum: CHOICES, ...toDefault(shape.preset) };
    case 'tag':
      return { const: shape.value };
    case 'list':
      return {
        ...toType('array', shape.nullable),
        items: toSchema(shape.item),
        ...(shape.least === undefined ? {} : { minItems: shape.least }),
        ...toDefault(shape.preset),
      };
    case 'map':
      return { type: 'object', additionalProperties: toSchema(shape.entry) };
    case 'union':
      return { [shape.keyword]: shape.options.map(toSchema) };
    case 'group':
      return toGroupSchema(shape);
  }
}

function toGroupSchema({ members, nullable, inParts }: GroupShape): JsonSchema {
  const fields = {
    properties: Object.fromEntries(members.map(({ name, shape }) => [name, toSchema(shape)])),
    required: members.filter(({ isNeeded }) => isNeeded).map(({ name }) => name),
  };
  const group =
    inParts === true ? { type: 'object', allOf: [fields] } : { type: 'object', ...fields };
  if (nullable === undefined) return group;
  if (nullable === 'type') return { ...group, type: ['object', 'null'] };
  const anyOf = { anyOf: [group, { type: 'null' }] };
  return nullable === 'preset' ? { ...anyOf, default: null } : anyOf;
}

function toType(type: string, nullable: boolean | undefined): JsonSchema {
  return { type: nullable === true ? [type, 'null'] : type };
}

function toDefault(preset: Json | undefined): JsonSchema {
  return preset === undefined ? {} : { default: preset };
}

const TEXTS = ['', 'a', 'Ada', '7', 'x y', 'null', '"'];

const TEXT: fc.Arbitrary<Shape> = fc.record(
  {
    kind: fc.constant('text' as const),
    preset: fc.constantFrom('soon', 'later'),
    nullable: fc.boolean(),
  },
  { requiredKeys: ['kind'] },
);

const NUMBER: fc.Arbitrary<Shape> = fc.record(
  {
    kind: fc.constant('number' as const),
    preset: fc.constantFrom(0, 3, 30),
    nullable: fc.boolean(),
  },
  { requiredKeys: ['kind'] },
);

const CHOICE: fc.Arbitrary<Shape> = fc.record(
  { kind: fc.constant('choice' as const), preset: fc.constantFrom(...CHOICES) },
  { requiredKeys: ['kind'] },
);

const SCALAR = fc.oneof(TEXT, NUMBER, CHOICE, fc.constant<Shape>({ kind: 'switch' }));

/** Names of fields; some mean something to JavaScript, to the form library or to its paths. */
const NAME = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('name', 'days', 'city', 'note', 'size') },
  { weight: 1, arbitrary: fc.constantFrom('', 'constructor', 'length', 'a.b', 'x/y', '0') },
);

/** Arbitrary shapes of a nesting of at most `depth`. */
function shapes(depth: number): fc.Arbitrary<Shape> {
  if (depth === 0) return SCALAR;
  const inner = shapes(depth - 1);
  return fc.oneof(
    { weight: 3, arbitrary: SCALAR },
    { weight: 2, arbitrary: groups(depth - 1, true) },
    { weight: 2, arbitrary: lists(inner) },
    { weight: 1, arbitrary: inner.map((entry): Shape => ({ kind: 'map', entry })) },
    { weight: 1, arbitrary: unions() },
  );
}

function lists(inner: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  return fc.oneof(
    fc.record(
      {
        kind: fc.constant('list' as const),
        item: inner,
        least: fc.integer({ min: 0, max: 2 }),
        nullable: fc.boolean(),
      },
      { requiredKeys: ['kind', 'item'] },
    ),
    fc.constant<Shape>({ kind: 'list', item: { kind: 'text' }, preset: ['one', 'two'] }),
  );
}

function groups(depth: number, canBeNull = false): fc.Arbitrary<GroupShape> {
  const member = fc.record({ name: NAME, shape: shapes(depth), isNeeded: fc.boolean() });
  return fc
    .record(
      {
        kind: fc.constant('group' as const),
        members: fc.uniqueArray(member, {
          minLength: 1,
          maxLength: 4,
          selector: ({ name }) => name,
        }),
        ...(canBeNull
          ? {
              nullable: fc.constantFrom('type' as const, 'anyOf' as const, 'preset' as const),
              inParts: fc.constant(true),
            }
          : {}),
      },
      { requiredKeys: ['kind', 'members'] },
    )
    .map((group) => (group.nullable === undefined ? group : { ...group, inParts: false }));
}

/** Alternatives that a tag or a required text tells apart; fields of one name may have one kind or several. */
function unions(): fc.Arbitrary<Shape> {
  const member = fc.record({
    name: fc.constantFrom('days', 'city', 'note'),
    shape: SCALAR,
    isNeeded: fc.boolean(),
  });
  const fields = fc.uniqueArray(member, { maxLength: 3, selector: ({ name }) => name });
  const shape = fc.record({
    keyword: fc.constantFrom('oneOf' as const, 'anyOf' as const),
    isUntagged: fc.boolean(),
    fields: fc.array(fields, { minLength: 2, maxLength: 3 }),
  });
  return shape.map(({ keyword, isUntagged, fields: all }) => ({
    kind: 'union',
    keyword,
    isUntagged,
    options: all.map((members, at): GroupShape => {
      const first: Member = isUntagged
        ? { name: OWN_NAMES[at] ?? '', shape: { kind: 'text' }, isNeeded: true }
        : { name: 'kind', shape: { kind: 'tag', value: `kind${at}` }, isNeeded: true };
      return { kind: 'group', members: [first, ...members] };
    }),
  }));
}

/** The names of the texts that tell alternatives without a constant apart. */
export const OWN_NAMES = ['alpha', 'beta', 'gamma'];

/** Returns the label of an alternative. */
export function toAlternativeName(isUntagged: boolean | undefined, at: number): string {
  return isUntagged === true ? (['Alpha', 'Beta', 'Gamma'][at] ?? '') : `Kind${at}`;
}

/** Arbitrary schemas of whole forms. */
export const FORMS: fc.Arbitrary<GroupShape> = groups(2);

/** Maps in maps, which are too rare among whole forms to be named and renamed in each other. */
export const MAPS: fc.Arbitrary<GroupShape> = fc.oneof(SCALAR, lists(TEXT)).map((entry) => ({
  kind: 'group',
  members: [
    {
      name: 'teams',
      shape: { kind: 'map', entry: { kind: 'map', entry } },
      isNeeded: false,
    },
  ],
}));

/** Alternatives alone, of which the chosen one stays while its data fit others or none. */
export const UNIONS: fc.Arbitrary<GroupShape> = fc
  .tuple(unions(), fc.boolean())
  .map(([shape, isNeeded]) => ({ kind: 'group', members: [{ name: 'pet', shape, isNeeded }] }));

/** Texts that a person types into a field; not all fit it. */
export const TYPED: readonly string[] = TEXTS.filter((text) => text !== '');
