import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { vetSchema } from './vet-schema.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  expect(fetched).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

/** Makes a schema whose cost doubles with each of 24 references in a row. */
function createLadder(keyword: string): JsonSchema {
  const $defs: Record<string, unknown> = { a24: { type: 'string' } };
  for (let step = 0; step < 24; step += 1) {
    const next = { $ref: `#/$defs/a${step + 1}` };
    $defs[`a${step}`] = { [keyword]: [next, next] };
  }
  return { $defs, $ref: '#/$defs/a0' };
}

function nest(levels: number): JsonSchema {
  let schema: JsonSchema = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { properties: { a: schema } };
  return schema;
}

const cyclic: Record<string, unknown> = { type: 'object' };
cyclic['properties'] = { self: cyclic };

function many(count: number, create: (name: string) => JsonSchema): Record<string, JsonSchema> {
  const names = Array.from({ length: count }, (_, at) => `p${at}`);
  return Object.fromEntries(names.map((name) => [name, create(name)]));
}

/** The reference to a host of many marks, which Node 22 sorts by insertion. */
const marks = `//a${'\u0301\u0327'.repeat(15_000)}.example/`;

const attacks: readonly (readonly [string, unknown, string])[] = [
  ['no schema at all', 'object', 'schema-not-json'],
  ['null', null, 'schema-not-json'],
  ['a circle of objects', cyclic, 'schema-too-deep'],
  ['one megabyte', { description: 'x'.repeat(1_000_000) }, 'schema-too-large'],
  ['65 schemas in each other', nest(64), 'schema-too-deep'],
  ['what is deep as JSON alone', { toJSON: () => nest(64) }, 'schema-too-deep'],
  ['depth of 100,000', nest(100_000), 'schema-too-deep'],
  [
    '3,000 properties',
    { properties: Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [i, true])) },
    'schema-too-complex',
  ],
  [
    '600 references',
    {
      $defs: { a: {} },
      properties: Object.fromEntries(
        Array.from({ length: 600 }, (_, i) => [i, { $ref: '#/$defs/a' }]),
      ),
    },
    'schema-too-complex',
  ],
  ['5,000 alternatives', { oneOf: Array.from({ length: 5000 }, () => ({})) }, 'schema-too-complex'],
  [
    '300 alternatives',
    { oneOf: Array.from({ length: 300 }, () => ({ const: 1 })) },
    'schema-too-complex',
  ],
  ['3,000 values', { enum: Array.from({ length: 3000 }, (_, i) => i) }, 'schema-too-complex'],
  ['a ladder of allOf', createLadder('allOf'), 'schema-too-costly'],
  ['a ladder of anyOf', createLadder('anyOf'), 'schema-too-costly'],
  ['a reference to itself', { $ref: '#' }, 'schema-reference-cycle'],
  [
    'a circle through allOf',
    {
      $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } },
      $ref: '#/$defs/a',
    },
    'schema-reference-cycle',
  ],
  [
    'a circle through a part that a reference leads to first',
    { $ref: '#/x/allOf/0', x: { allOf: [{ $ref: '#/x' }] } },
    'schema-reference-cycle',
  ],
  [
    'a circle through $recursiveRef',
    { $schema: 'https://json-schema.org/draft/2019-09/schema', anyOf: [{ $recursiveRef: '#' }] },
    'schema-reference-cycle',
  ],
  ['a web address', { $ref: 'http://127.0.0.1:9/evil.json' }, 'schema-reference-unresolved'],
  ['a file', { $ref: 'file:///etc/passwd' }, 'schema-reference-unresolved'],
  ['a relative document', { $ref: 'other.json#/a' }, 'schema-reference-unresolved'],
  ['a dangling reference', { $ref: '#/$defs/none' }, 'schema-reference-unresolved'],
  [
    'a reference to what is no schema',
    { 'x-a': { b: 1 }, $ref: '#/x-a/b' },
    'schema-reference-unresolved',
  ],
  [
    'two schemas of one $id',
    {
      $defs: {
        a: { $id: 'https://x.example/a', type: 'string' },
        b: { $id: 'https://x.example/a', type: 'number' },
      },
      $ref: 'https://x.example/a',
    },
    'schema-reference-ambiguous',
  ],
  ['an unknown dialect', { $schema: 'https://evil.example/dialect' }, 'schema-dialect-unknown'],
  [
    'many schemas below one long name',
    { properties: { ['n'.repeat(20_000)]: { properties: many(400, () => ({})) } } },
    'schema-too-complex',
  ],
  [
    'many identifiers below a long one',
    {
      $id: `https://x.example/${'\u4E00'.repeat(3000)}/`,
      properties: many(100, ($id) => ({ $id })),
    },
    'schema-too-complex',
  ],
  [
    'a reference to a long place',
    { $ref: `#/${'n'.repeat(5000)}`, ['n'.repeat(5000)]: { type: 'string' } },
    'schema-reference-unresolved',
  ],
  ['a reference to a host of marks', { $ref: marks }, 'schema-reference-unresolved'],
  ['$data', { properties: { a: { pattern: { $data: '1/b' } } } }, 'schema-keyword-refused'],
  ['$async', { $async: true }, 'schema-keyword-refused'],
  ['$vocabulary', { $vocabulary: { 'https://x.example': true } }, 'schema-keyword-refused'],
  [
    'two anchors of one name',
    { $defs: { a: { $anchor: 'a' }, b: { $anchor: 'a' } } },
    'schema-reference-ambiguous',
  ],
  [
    'repetitions of repetitions',
    { pattern: '^(?:(?:a{1,200}b?){1,200}c)+$' },
    'schema-pattern-unsafe',
  ],
  ['a long pattern', { pattern: 'a'.repeat(600) }, 'schema-pattern-unsafe'],
  [
    '200 patterns',
    { allOf: Array.from({ length: 200 }, (_, i) => ({ pattern: `a${i}` })) },
    'schema-too-complex',
  ],
  ['no pattern', { pattern: '(' }, 'schema-pattern-invalid'],
  ['a type that is none', { type: 'function' }, 'schema-invalid'],
  ['properties that are none', { properties: [] }, 'schema-invalid'],
  ['required that are none', { required: 'a' }, 'schema-invalid'],
  ['alternatives that are none', { anyOf: { a: 1 } }, 'schema-invalid'],
  [
    'a getter that throws',
    Object.defineProperty({}, 'type', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    }),
    'schema-',
  ],
];

/**
 * Returns the time that the processor spends on some work, in milliseconds. Unlike that of a clock,
 * it does not grow when other programs keep the work waiting.
 */
function measure(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const names = Array.from({ length: 30 }, (_, index) => `property${index}`);
/** A schema of a usual size. */
const USUAL: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
};

/** The time that a thousand schemas of a usual size take. */
const usualMs = measure(() => Array.from({ length: 1_000 }, () => vetSchema(USUAL)));

test.each(attacks)('refuses %s, and says why', (_, schema, code) => {
  let outcome = vetSchema({});
  const tookMs = measure(() => (outcome = vetSchema(schema)));
  expect(tookMs).toBeLessThan(usualMs);
  expect(outcome.kind).toBe('refused');
  const issues = outcome.kind === 'refused' ? outcome.issues : [];
  expect(issues[0]?.code).toContain(code);
  expect(issues[0]?.message).toMatch(
    /^Cannot use the schema because .+ must be .+: current value is /su,
  );
  expect(issues.length).toBeLessThanOrEqual(20);
});

test.each<readonly [string, JsonSchema]>([
  ['64 schemas in each other', nest(63)],
  [
    'recursion that enters the value',
    {
      $ref: '#/$defs/tree',
      $defs: { tree: { properties: { children: { items: { $ref: '#/$defs/tree' } } } } },
    },
  ],
  ['a property called $data', { properties: { $data: { type: 'string' } } }],
  [
    'names of prototypes',
    JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{}}}'),
  ],
  [
    'keywords for code generators, which nobody runs',
    { type: 'object', tsType: 'process.exit()', $comment: '*/ evil() /*' },
  ],
  [
    'a nested $id',
    {
      $defs: { a: { $id: 'https://x.example/a', type: 'string' } },
      properties: { a: { $ref: 'https://x.example/a' } },
    },
  ],
  [
    'anchors',
    { $defs: { a: { $anchor: 'here', type: 'string' } }, properties: { a: { $ref: '#here' } } },
  ],
  [
    'draft-04',
    {
      $schema: 'http://json-schema.org/draft-04/schema#',
      properties: { n: { minimum: 0, exclusiveMinimum: true } },
    },
  ],
  [
    'draft-07 with definitions beside the reference',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $ref: '#/definitions/a',
      definitions: { a: { type: 'object' } },
    },
  ],
])('lets through %s', (_, schema) => {
  expect(vetSchema(schema)).toMatchObject({ kind: 'vetted' });
});

test('keeps the schema as it came, in a copy', () => {
  const schema = { type: 'object', 'x-form': { rows: 3 }, properties: { a: { format: 'iri' } } };
  const outcome = vetSchema(schema);
  const vetted = outcome.kind === 'vetted' ? outcome.vetted.schema : undefined;
  expect(vetted).toEqual(schema);
  expect(vetted).not.toBe(schema);
});

test('takes limits', () => {
  expect(vetSchema({ type: 'object' }, { limits: { size: 5 } })).toMatchObject({
    kind: 'refused',
    issues: [{ code: 'schema-too-large' }],
  });
});

test('a limit that is undefined is the default, not none', () => {
  const limits = { size: undefined } as object;
  const outcome = vetSchema({ description: 'x'.repeat(70_000) }, { limits });
  expect(outcome).toMatchObject({ kind: 'refused', issues: [{ code: 'schema-too-large' }] });
});
