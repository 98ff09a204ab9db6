import { expect, test } from 'vitest';
import { DIALECT_URIS } from '../references/dialect.ts';
import type { JsonSchema } from '../types/json.ts';
import { createValidator } from '../validation/create-validator.ts';
import { createRemoteValidator } from './create-remote-validator.ts';
import { vetSchema } from './vet-schema.ts';

const NONE = { oneOf: [{ format: 'uri' }, { const: 'none' }] };
const NESTED = {
  $id: 'https://a.example/one.json',
  properties: {
    a: { $id: 'two.json', $defs: { b: { type: 'string' } }, $ref: '#/$defs/b' },
  },
  $ref: 'two.json#/$defs/c',
  $defs: { d: { $id: 'three.json' } },
};

test.each<readonly [string, JsonSchema, readonly unknown[], readonly unknown[]]>([
  ['formats in alternatives', NONE, ['none', 'https://a.example/'], ['some', 'a b']],
  ['formats in "not"', { not: { format: 'date' } }, ['today'], ['2026-11-22']],
  [
    'formats in "if"',
    { if: { format: 'hostname' }, then: { maxLength: 5 } },
    ['a.b', 'no host at all'],
    ['www.example.com'],
  ],
  [
    'date-time',
    { format: 'date-time' },
    ['2026-11-22T10:00:00Z', '2026-11-22t10:00:00.123456789+01:00', '1990-12-31T23:59:60Z'],
    [
      '2026-11-22 10:00:00Z',
      '2026-11-22T10:00:00',
      '2026-02-29T10:00:00Z',
      '2026-11-22T10:00:00+0100',
      '1990-12-31T22:59:60Z',
    ],
  ],
  [
    'uuid',
    { format: 'uuid' },
    ['123e4567-e89b-12d3-a456-426614174000'],
    ['urn:uuid:123e4567-e89b-12d3-a456-426614174000', '123e4567e89b12d3a456426614174000'],
  ],
  [
    'email',
    { format: 'email' },
    ['"joe bloggs"@example.com', 'a@[127.0.0.1]', 'a@[IPv6:::1]', 'a@io', "o'hara@a-b.example"],
    ['a@', '@a', 'a..b@c.d', 'a b@c.d', 'a@-b.c', 'a@[1.2.3]', '"a"b@c.d'],
  ],
  ['fractions', { multipleOf: 0.01 }, [4_512_703.35, 1_000_000.07, 0.29], [4_512_703.351]],
  [
    'keywords that came later',
    {
      $schema: DIALECT_URIS['draft-04'],
      contains: { type: 'null' },
      if: {},
      then: false,
    },
    [2, [], 'a'],
    [],
  ],
  [
    'alternatives that a constant tells apart in draft-04',
    {
      $schema: DIALECT_URIS['draft-04'],
      oneOf: ['a', 'b'].map((kind) => ({ properties: { kind: { const: kind } } })),
    },
    [{ kind: 'a' }, { kind: 'b' }],
    [{ kind: 'c' }, {}],
  ],
  [
    '__proto__',
    { properties: JSON.parse('{"__proto__":{"type":"string"}}'), additionalProperties: false },
    [{}, JSON.parse('{"__proto__":"a"}')],
    [JSON.parse('{"__proto__":1}'), { toString: 1 }],
  ],
  [
    'patterns that are none with the flag u',
    {
      pattern: String.raw`^(?i)[a-z_]+\-[\w-.]$`,
      patternProperties: { [String.raw`^\_`]: false },
      propertyNames: { pattern: String.raw`\A[\-_a-z]+\z` },
    },
    ['Ab-.', 'STEP_\u017F--', { a: 1 }],
    ['ab-', 'a1-b', { _a: 1 }, { A: 1 }],
  ],
  ['names of prototypes', { required: ['constructor'] }, [{ constructor: 1 }], [{}]],
  ['nested identifiers', { ...NESTED, $ref: 'two.json' }, ['a'], [1, { a: 1 }]],
  [
    'many items',
    { uniqueItems: true },
    [Array.from({ length: 20_000 }, (_, id) => ({ id, tags: ['a', id] }))],
    [[{ a: 1, b: [2] }, 0, { b: [2], a: 1 }]],
  ],
])('%s are judged alike at every door', (...[, schema, good, bad]) => {
  const outcome = vetSchema(schema);
  if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
  for (const door of [createValidator(schema), createRemoteValidator(outcome.vetted)]) {
    expect(good.filter((value) => !door.isValid(value))).toEqual([]);
    expect(bad.filter((value) => door.isValid(value))).toEqual([]);
    expect(bad.map((value) => door.check(value).length > 0)).toEqual(bad.map(() => true));
  }
});

/** Returns as many copies of a row as fit into a megabyte of JSON. */
function fill(row: unknown): readonly unknown[] {
  return Array.from({ length: 2 ** 20 / (JSON.stringify(row).length + 1) }, () => row);
}

function toColumns(count: number): JsonSchema {
  return {
    properties: Object.fromEntries(Array.from({ length: count }, (_, n) => [`c${n}`, {}])),
  };
}

function toUnion(count: number): JsonSchema {
  const toMember = (n: number): JsonSchema => ({
    properties: { kind: { const: `k${n}` } },
    required: ['kind'],
    additionalProperties: false,
  });
  return { oneOf: Array.from({ length: count }, (_, n) => toMember(n)) };
}

test.each<readonly [string, JsonSchema, readonly unknown[], readonly string[]]>([
  ['sparse rows', { items: toColumns(50) }, fill({ c1: 1 }), []],
  ['rows of a union', { items: toUnion(20) }, fill({ kind: 'k19' }), []],
  ['different rows', { uniqueItems: true }, fill({ kind: 'k' }).map((_, n) => ({ n })), []],
  ['rows that are too wide', { items: toColumns(400) }, fill({ c1: 1 }), ['timeout']],
  [
    'rows of a union that is too large',
    { items: toUnion(200) },
    fill({ kind: 'k199' }),
    ['timeout'],
  ],
])('a megabyte of %s is judged alike at every door', (...[, schema, value, keywords]) => {
  const outcome = vetSchema(schema);
  if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
  for (const door of [createValidator(schema), createRemoteValidator(outcome.vetted)]) {
    expect(door.check(value).map(({ keyword }) => keyword)).toEqual(keywords);
  }
});

test.each<readonly [string, readonly string[]]>([
  [String.raw`\d+\.\d+`, []],
  ['^(a+)+$', ['pattern']],
  [String.raw`^(\d+)\1x$`, ['timeout']],
])('a megabyte of text is judged alike by %s at every door', (pattern, keywords) => {
  const outcome = vetSchema({ pattern });
  if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
  for (const door of [createValidator({ pattern }), createRemoteValidator(outcome.vetted)]) {
    expect(door.check(`${'1'.repeat(2 ** 20)}.1`).map(({ keyword }) => keyword)).toEqual(keywords);
  }
});

test('a text that takes too long is refused with its place and its pattern, at every door', () => {
  const pattern = String.raw`^(\d+)\1x$`;
  const lists = { type: 'object', properties: { rows: { items: { pattern } } } };
  const names = { properties: { map: { patternProperties: { [pattern]: true } } } };
  const text = `${'1'.repeat(2 ** 20)}.1`;
  const message = `must be a value that can be checked in time but the pattern ${pattern} took too long`;
  for (const [schema, value, pointer] of [
    [lists, { rows: ['11x', text] }, '/rows/1'],
    [{ anyOf: [lists, false] }, { rows: [text] }, '/rows/0'],
    [names, { map: { [text]: 1 } }, '/map'],
  ] as const) {
    const outcome = vetSchema(schema);
    if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
    for (const door of [createValidator(schema), createRemoteValidator(outcome.vetted)]) {
      expect(door.check(value)).toMatchObject([{ pointer, keyword: 'timeout', message }]);
    }
  }
});

test('an address pattern with a length is accepted, and judged alike at every door', () => {
  const schema = { type: 'string', maxLength: 200, pattern: String.raw`^\S+@\S+$` };
  const outcome = vetSchema(schema);
  if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
  for (const door of [createValidator(schema), createRemoteValidator(outcome.vetted)]) {
    expect(['a@b', '@', `${'a@'.repeat(100)}b`].map((text) => door.isValid(text))).toEqual([
      true,
      false,
      false,
    ]);
  }
});

test.each<readonly [string, JsonSchema, RegExp]>([
  ['another document', { $ref: 'https://a.example/x' }, /reference/u],
  ['what is not in a nested document', NESTED, /reference/u],
])('references to %s are refused at every door', (_name, schema, reason) => {
  const outcome = vetSchema(schema);
  expect(outcome.kind === 'refused' && outcome.issues[0]?.code).toMatch(reason);
  expect(() => createValidator(schema)).toThrow(
    /must be a reference to a schema in the same document/u,
  );
});

test('the meta-schema is followed in an own schema, and refused in that of a stranger, who sends a copy', () => {
  const schema = { $ref: DIALECT_URIS['2020-12'] };
  const outcome = vetSchema(schema);
  expect(outcome.kind === 'refused' && outcome.issues[0]?.code).toMatch(/reference/u);
  const validator = createValidator(schema);
  expect([{ type: 'string' }, { type: 7 }].map((value) => validator.isValid(value))).toEqual([
    true,
    false,
  ]);
});
