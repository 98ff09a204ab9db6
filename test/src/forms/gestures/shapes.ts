import type { JsonSchema } from '@formwork/schema';
import fc from 'fast-check';

/**
 * How a schema says that a value may be null: by its type, by `anyOf`, or by `anyOf` with the
 * default null, as pydantic does.
 */
export type Nullable = 'type' | 'anyOf' | 'preset';

/** What a person enters: a schema as people see it, with as little of JSON Schema as possible. */
export type Shape =
  | { readonly kind: 'text'; readonly preset?: string; readonly nullable?: Nullable }
  | { readonly kind: 'number'; readonly preset?: number; readonly nullable?: Nullable }
  | { readonly kind: 'switch'; readonly nullable?: Nullable }
  | ChoiceShape
  | { readonly kind: 'tag'; readonly value: string }
  | GroupShape
  | ListShape
  | { readonly kind: 'map'; readonly entry: Shape }
  | {
      readonly kind: 'union';
      readonly keyword: 'oneOf' | 'anyOf';
      readonly options: readonly GroupShape[];
      /** True if no constant tells the alternatives apart, but a required text of each. */
      readonly isUntagged?: boolean;
    };

/** One of a few texts. */
export interface ChoiceShape {
  readonly kind: 'choice';
  /** The texts; {@link CHOICES} by default. */
  readonly choices?: readonly string[];
  readonly preset?: string;
  readonly nullable?: Nullable;
}

/** A list of rows. */
interface ListShape {
  readonly kind: 'list';
  readonly item: Shape;
  readonly least?: number;
  readonly preset?: readonly string[];
  readonly nullable?: Nullable;
}

/** A group of fields. */
export interface GroupShape {
  readonly kind: 'group';
  readonly members: readonly Member[];
  readonly nullable?: Nullable;
  /** True for a group whose fields stand in a part of `allOf`. */
  readonly inParts?: boolean;
  /** True for a group that stands among the definitions, to which its place refers. */
  readonly isReferred?: boolean;
  /** True for a group of a form with too many fields, which is folded at first. */
  readonly isFolded?: boolean;
}

/** A field of a group. */
export interface Member {
  readonly name: string;
  readonly shape: Shape;
  readonly isNeeded: boolean;
}

/** The choices of random forms, and of no other field. */
const CHOICES: readonly string[] = ['red', 'green', 'blue'];

/** Lists the texts of a choice. */
export function toChoices({ choices = CHOICES }: ChoiceShape): readonly string[] {
  return choices;
}

/** Makes the schema of a shape, as an author would write it. */
export function toSchema(shape: Shape): JsonSchema {
  const $defs: Record<string, JsonSchema> = {};
  const schema = write(shape);
  return Object.keys($defs).length === 0 ? schema : { ...schema, $defs };

  function write(part: Shape): JsonSchema {
    switch (part.kind) {
      case 'tag':
        return { const: part.value };
      case 'text':
        return withNull({ type: 'string', ...toDefault(part.preset) }, part.nullable);
      case 'number':
        return withNull({ type: 'number', ...toDefault(part.preset) }, part.nullable);
      case 'switch':
        return withNull({ type: 'boolean' }, part.nullable);
      case 'choice':
        return withNull({ enum: toChoices(part), ...toDefault(part.preset) }, part.nullable);
      case 'list':
        return withNull(
          {
            type: 'array',
            items: write(part.item),
            ...(part.least === undefined ? {} : { minItems: part.least }),
            ...toDefault(part.preset),
          },
          part.nullable,
        );
      case 'map':
        return { type: 'object', additionalProperties: write(part.entry) };
      case 'union':
        return { [part.keyword]: part.options.map(write) };
      case 'group':
        return withNull(refer(part), part.nullable);
    }
  }

  function refer(group: GroupShape): JsonSchema {
    const written = writeGroup(group);
    if (group.isReferred !== true || group === shape) return written;
    const name = `Group${Object.keys($defs).length}`;
    $defs[name] = written;
    return { $ref: `#/$defs/${name}` };
  }

  function writeGroup({ members, inParts }: GroupShape): JsonSchema {
    const fields = {
      properties: Object.fromEntries(
        members.map(({ name, shape: member }) => [name, write(member)]),
      ),
      required: members.filter(({ isNeeded }) => isNeeded).map(({ name }) => name),
    };
    return inParts === true ? { type: 'object', allOf: [fields] } : { type: 'object', ...fields };
  }
}

/** Lets a value be null; a default stays outside of `anyOf`. */
function withNull(schema: JsonSchema, nullable: Nullable | undefined): JsonSchema {
  if (nullable === undefined) return schema;
  const { type, default: preset, ...rest } = schema;
  if (nullable === 'type' && Array.isArray(rest['enum'])) {
    return { ...rest, enum: [...rest['enum'], null], ...toDefault(preset) };
  }
  if (nullable === 'type' && typeof type === 'string') {
    return { ...rest, type: [type, 'null'], ...toDefault(preset) };
  }
  const anyOf = [{ ...(type === undefined ? {} : { type }), ...rest }, { type: 'null' }];
  return { anyOf, ...toDefault(nullable === 'preset' ? null : preset) };
}

function toDefault(preset: unknown): JsonSchema {
  return preset === undefined ? {} : { default: preset };
}

const TEXTS = ['', 'a', 'Ada', '7', 'x y', 'null', '"'];

const NULLABLE = fc.constantFrom<Nullable>('type', 'anyOf', 'preset');

const TEXT: fc.Arbitrary<Shape> = fc.record(
  {
    kind: fc.constant('text' as const),
    preset: fc.constantFrom('soon', 'later'),
    nullable: NULLABLE,
  },
  { requiredKeys: ['kind'] },
);

const NUMBER: fc.Arbitrary<Shape> = fc.record(
  {
    kind: fc.constant('number' as const),
    preset: fc.constantFrom(0, 3, 30),
    nullable: NULLABLE,
  },
  { requiredKeys: ['kind'] },
);

const CHOICE: fc.Arbitrary<Shape> = fc.record(
  {
    kind: fc.constant('choice' as const),
    preset: fc.constantFrom(...CHOICES),
    nullable: NULLABLE,
  },
  { requiredKeys: ['kind'] },
);

const SWITCH: fc.Arbitrary<Shape> = fc.record(
  { kind: fc.constant('switch' as const), nullable: NULLABLE },
  { requiredKeys: ['kind'] },
);

const SCALAR = fc.oneof(TEXT, NUMBER, CHOICE, SWITCH);

/** Names of fields; some mean something to JavaScript, to the form library or to its paths. */
const NAME = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('name', 'days', 'city', 'note', 'size') },
  { weight: 1, arbitrary: fc.constantFrom('', 'constructor', 'length', 'a.b', 'x/y', '0', '$ref') },
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
        nullable: NULLABLE,
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
              nullable: NULLABLE,
              inParts: fc.constant(true),
              isReferred: fc.constant(true),
            }
          : {}),
      },
      { requiredKeys: ['kind', 'members'] },
    )
    .map((group) => {
      if (group.nullable === undefined) return group;
      // A reference may be null only by `anyOf`.
      const isReferred = group.isReferred === true && group.nullable !== 'type';
      return { ...group, inParts: false, isReferred };
    });
}

/** A group of a few plain fields. */
function plainGroups(): fc.Arbitrary<GroupShape> {
  const member = fc.record({ name: NAME, shape: SCALAR, isNeeded: fc.boolean() });
  return fc
    .uniqueArray(member, { minLength: 1, maxLength: 4, selector: ({ name }) => name })
    .map((members) => ({ kind: 'group', members }));
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

/** Whole forms with more fields than may be drawn at once, whose groups are folded at first. */
export const FOLDED: fc.Arbitrary<GroupShape> = fc
  .tuple(groups(2), groups(1))
  .map(([form, inner]): GroupShape => {
    const members = form.members.filter(({ name }) => name !== 'team');
    return { ...form, members: [...members, { name: 'team', shape: inner, isNeeded: true }] };
  })
  .map((form) => ({ ...form, members: form.members.map(foldMember) }));

/** True for a form whose groups are folded at first. */
export function isFolded({ members }: GroupShape): boolean {
  return members.some(({ shape }) => shape.kind === 'group' && shape.isFolded === true);
}

function foldMember(member: Member): Member {
  const { shape } = member;
  const folded = foldWithin(shape);
  const isGroup = folded.kind === 'group';
  return { ...member, shape: isGroup ? { ...folded, isFolded: true } : folded };
}

function foldWithin(shape: Shape): Shape {
  switch (shape.kind) {
    case 'group':
      return { ...shape, members: shape.members.map(foldMember) };
    case 'list':
      return { ...shape, item: foldWithin(shape.item) };
    case 'map':
      return { ...shape, entry: foldWithin(shape.entry) };
    case 'union':
    case 'text':
    case 'number':
    case 'choice':
    case 'switch':
    case 'tag':
      return shape;
  }
}

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

/** Lists alone: of plain groups, into which tables can be pasted, and of rows that hold a state. */
export const LISTS: fc.Arbitrary<GroupShape> = fc
  .tuple(
    fc.oneof(
      { weight: 2, arbitrary: plainGroups() },
      {
        weight: 1,
        arbitrary: fc.oneof(
          unions(),
          SCALAR.map((entry): Shape => ({ kind: 'map', entry })),
        ),
      },
    ),
    fc.boolean(),
  )
  .map(([item, isNeeded]) => ({
    kind: 'group',
    members: [{ name: 'rows', shape: { kind: 'list', item }, isNeeded }],
  }));

/** Alternatives alone, of which the chosen one stays while its data fit others or none. */
export const UNIONS: fc.Arbitrary<GroupShape> = fc
  .tuple(unions(), fc.boolean())
  .map(([shape, isNeeded]) => ({ kind: 'group', members: [{ name: 'pet', shape, isNeeded }] }));

/** An optional group alone, which is closed and opened with what is wrong in it. */
export const GROUPS: fc.Arbitrary<GroupShape> = fc
  .tuple(fc.oneof(NUMBER, CHOICE), NUMBER)
  .map(([first, second]) => ({
    kind: 'group',
    members: [
      {
        name: 'stay',
        shape: {
          kind: 'group',
          members: [
            { name: 'days', shape: second, isNeeded: false },
            { name: 'note', shape: first, isNeeded: false },
          ],
        },
        isNeeded: false,
      },
    ],
  }));

/** Texts that a person types into a field; not all fit it. */
export const TYPED: readonly string[] = TEXTS.filter((text) => text !== '');
