import type { JsonSchema } from '@formwork/schema';
import type { Draw } from '../support/create-random.ts';

/** The dialects of JSON Schema that seeded schemas use, each with the names of its keywords. */
const DIALECTS = [
  { uri: 'https://json-schema.org/draft/2020-12/schema', defs: '$defs', tuple: 'prefixItems' },
  { uri: 'https://json-schema.org/draft/2019-09/schema', defs: '$defs', tuple: 'items' },
  { uri: 'http://json-schema.org/draft-07/schema#', defs: 'definitions', tuple: 'items' },
  { uri: 'http://json-schema.org/draft-06/schema#', defs: 'definitions', tuple: 'items' },
  { uri: 'http://json-schema.org/draft-04/schema#', defs: 'definitions', tuple: 'items' },
] as const;

/** The names of properties in seeded schemas, among them some with a meaning in JavaScript. */
export const NAMES = [
  'a',
  'b',
  'c',
  'kind',
  'size',
  'a b',
  'ä/~%',
  'x-1',
  'constructor',
  'toString',
  'length',
] as const;

/** A property name that MCP hosts cannot carry; only few schemas have it. */
const ODD_NAME = '__proto__';

/** The formats in seeded schemas, most of all those on which validators disagree. */
const FORMATS = [
  'date',
  'date-time',
  'time',
  'duration',
  'email',
  'idn-email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'iri',
  'uuid',
  'json-pointer',
  'regex',
  'money',
  'unheard-of',
] as const;

const PATTERNS = ['^a', '[0-9]+', '^\\p{L}+$', '^$', '^.{2,4}$', 'b$'] as const;

/** Values that seeded schemas use as constants, and that properties are tried with. */
export const VALUES = [
  null,
  true,
  false,
  0,
  1,
  -1,
  0.01,
  1_000_000.01,
  0.3,
  4,
  1e300,
  '',
  'a',
  'ab',
  'abc',
  'none',
  '2024-02-29',
  '2023-02-29',
  '2024-01-01T00:00:00Z',
  '2024-01-01t00:00:00.5+01:00',
  '1990-12-31T23:59:60Z',
  '12:00:00Z',
  'P1D',
  '"a b"@example.com',
  'a@b.example',
  '127.0.0.1',
  '::1',
  'https://example.com/ä',
  '/a/b',
  '12345678-1234-1234-1234-123456789abc',
  '😀',
  'é',
] as const;

interface Writer {
  readonly draw: Draw;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly dialect: (typeof DIALECTS)[number];
  readonly names: readonly string[];
  /**
   * The number of schemas that a random schema may still contain; it falls while the schema is
   * made.
   */
  left: number;
}

/**
 * Makes a random object schema of any dialect, with any keywords; the same one for the same draws.
 */
export function createSeededSchema(draw: Draw): JsonSchema {
  const pick = <Item>(items: readonly Item[]): Item => items[draw(0, items.length - 1)] as Item;
  const dialect = pick([...DIALECTS, DIALECTS[0], DIALECTS[0], DIALECTS[2]]);
  const names = draw(0, 9) === 0 ? [...NAMES, ODD_NAME] : NAMES;
  const writer: Writer = { draw, pick, dialect, names, left: 25 };
  const root = writeGroup(writer, 0);
  const definitions = {
    one: writeSchema(writer, 1),
    two: writeGroup(writer, 1),
    'A <B>': writeSchema(writer, 1),
  };
  const unknown =
    draw(0, 4) === 0 ? { components: { schemas: { X: writeSchema(writer, 1) } } } : {};
  return {
    ...(dialect === DIALECTS[0] && draw(0, 1) === 0 ? {} : { $schema: dialect.uri }),
    ...root,
    ...(Object.hasOwn(unknown, 'components')
      ? { ...unknown, allOf: [{ properties: { c: { $ref: '#/components/schemas/X' } } }] }
      : {}),
    ...(dialect.defs === '$defs' ? { $anchor: 'root' } : {}),
    [dialect.defs]: definitions,
    type: 'object',
  };
}

function writeSchema(writer: Writer, depth: number): JsonSchema {
  const { draw, pick, dialect } = writer;
  writer.left -= 1;
  if (depth > 3 || writer.left < 0) return pick([{}, { type: 'string' }, { type: 'integer' }]);
  switch (draw(0, 11)) {
    case 0:
      return { type: 'string', ...writeText(writer) };
    case 1:
      return { type: pick(['number', 'integer']), ...writeNumber(writer) };
    case 2:
      return { ...writeText(writer), ...writeNumber(writer) };
    case 3:
      return { enum: [...new Set([pick(VALUES), pick(VALUES), pick(['a', 1, true])])] };
    case 4:
      return writeGroup(writer, depth);
    case 5:
    case 6:
      return writeList(writer, depth);
    case 7:
      return writeUnion(writer, depth);
    case 8:
      return {
        $ref: pick(listReferences(dialect.defs)),
        ...(draw(0, 3) === 0 ? { minimum: 1 } : {}),
      };
    case 9:
      return {
        type: pick([
          ['string', 'null'],
          ['object', 'null'],
          ['array', 'string'],
        ]),
      };
    case 10:
      return dialect.defs === '$defs' || dialect.uri.includes('07')
        ? { const: pick(VALUES) }
        : { enum: [pick(VALUES)] };
    default:
      return { not: writeSchema(writer, depth + 1) };
  }
}

function listReferences(defs: string): readonly string[] {
  return [`#/${defs}/one`, `#/${defs}/two`, `#/${defs}/A%20%3CB%3E`, '#'].filter(
    (text) => text !== '#' || defs === '$defs',
  );
}

function writeText({ draw, pick }: Writer): JsonSchema {
  return {
    ...(draw(0, 1) === 0 ? { format: pick(FORMATS) } : {}),
    ...(draw(0, 3) === 0 ? { minLength: draw(0, 3) } : {}),
    ...(draw(0, 3) === 0 ? { maxLength: draw(1, 6) } : {}),
    ...(draw(0, 4) === 0 ? { pattern: pick(PATTERNS) } : {}),
  };
}

function writeNumber({ draw, pick, dialect }: Writer): JsonSchema {
  const isOld = dialect.uri.includes('draft-04');
  return {
    ...(draw(0, 2) === 0 ? { minimum: draw(-1, 1) } : {}),
    ...(draw(0, 2) === 0 && !isOld ? { exclusiveMaximum: draw(2, 2_000_000) } : {}),
    ...(draw(0, 2) === 0 ? { multipleOf: pick([0.01, 0.1, 2, 1, 0.3]) } : {}),
  };
}

function writeGroup(writer: Writer, depth: number): JsonSchema {
  const { draw, pick, dialect, names } = writer;
  const isNew = dialect.defs === '$defs';
  const own = [...new Set(Array.from({ length: draw(1, 4) }, () => pick(names)))];
  const inner = (): JsonSchema => writeSchema(writer, depth + 1);
  return {
    type: 'object',
    properties: Object.fromEntries(own.map((name) => [name, inner()])),
    ...(draw(0, 2) === 0 ? { required: [pick(names)] } : {}),
    ...(draw(0, 3) === 0 ? { additionalProperties: pick([false, inner()]) } : {}),
    ...(draw(0, 6) === 0 ? { patternProperties: { [pick(PATTERNS)]: inner() } } : {}),
    ...(draw(0, 8) === 0 && !dialect.uri.includes('draft-04')
      ? { propertyNames: { maxLength: draw(1, 12) } }
      : {}),
    ...(draw(0, 8) === 0 ? { minProperties: draw(0, 2), maxProperties: draw(2, 5) } : {}),
    ...(draw(0, 8) === 0 && isNew ? { dependentRequired: { [pick(names)]: [pick(names)] } } : {}),
    ...(draw(0, 8) === 0 && isNew ? { dependentSchemas: { [pick(names)]: inner() } } : {}),
    ...(draw(0, 8) === 0 && !isNew ? { dependencies: { [pick(names)]: [pick(names)] } } : {}),
    ...(draw(0, 8) === 0 && isNew ? { unevaluatedProperties: pick([false, inner()]) } : {}),
    ...(draw(0, 6) === 0 ? writeUnion(writer, depth) : {}),
  };
}

function writeList(writer: Writer, depth: number): JsonSchema {
  const { draw, pick, dialect } = writer;
  const inner = (): JsonSchema => writeSchema(writer, depth + 1);
  const isNew = dialect.defs === '$defs';
  const isTuple = draw(0, 3) === 0;
  return {
    type: 'array',
    ...(isTuple ? { [dialect.tuple]: [inner(), inner()] } : { items: inner() }),
    ...(draw(0, 3) === 0 ? { minItems: draw(0, 2) } : {}),
    ...(draw(0, 3) === 0 ? { maxItems: draw(1, 4) } : {}),
    ...(draw(0, 3) === 0 ? { uniqueItems: true } : {}),
    ...(draw(0, 4) === 0 && !dialect.uri.includes('draft-04') ? { contains: inner() } : {}),
    ...(draw(0, 5) === 0 && isNew ? { unevaluatedItems: pick([false, inner()]) } : {}),
  };
}

function writeUnion(writer: Writer, depth: number): JsonSchema {
  const { draw, pick, dialect } = writer;
  const inner = (): JsonSchema => writeSchema(writer, depth + 1);
  const canChoose = !dialect.uri.includes('draft-04') && !dialect.uri.includes('draft-06');
  if (canChoose && draw(0, 3) === 0) {
    return { if: inner(), ...(draw(0, 1) === 0 ? { then: inner() } : {}), else: inner() };
  }
  return { [pick(['anyOf', 'oneOf', 'allOf'])]: [inner(), inner()] };
}
