import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { compareSchemas } from './compare-schemas.ts';

const input = { direction: 'input' } as const;
const output = { direction: 'output' } as const;

function createLadder(keyword: string, steps: number): JsonSchema {
  const $defs: Record<string, unknown> = { [`a${steps}`]: { type: 'string' } };
  for (let step = 0; step < steps; step += 1) {
    const next = { $ref: `#/$defs/a${step + 1}` };
    $defs[`a${step}`] = { [keyword]: [next, next] };
  }
  return { $defs, $ref: '#/$defs/a0' };
}

function nest(levels: number, inner: JsonSchema): JsonSchema {
  let schema = inner;
  for (let level = 0; level < levels; level += 1) schema = { properties: { a: schema } };
  return schema;
}

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

/** Makes an object schema of a usual size. */
function createUsual(type: string): JsonSchema {
  const names = Array.from({ length: 30 }, (_, index) => `property${index}`);
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type }])) };
}

/** The time of a hundred comparisons of a usual size. */
const usualMs = measure(() =>
  Array.from({ length: 100 }, () =>
    compareSchemas(createUsual('string'), createUsual('number'), input),
  ),
);

/** Makes an object with `count` members. */
function repeat(count: number, toMember: (at: number) => readonly [string, unknown]): JsonSchema {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => toMember(at)));
}

/** Makes a list of `count` schemas. */
function list(count: number, toSchema: (at: number) => JsonSchema): readonly JsonSchema[] {
  return Array.from({ length: count }, (_, at) => toSchema(at));
}

const itself = { $ref: '#/$defs/node' };

/** Two large schemas that differ in their last property. */
const large = {
  x: { properties: repeat(800, (at) => [`p${at}`, { type: 'string' }]) },
  y: { properties: repeat(800, (at) => [`p${at}`, { type: at === 799 ? 'number' : 'string' }]) },
};

const everywhere = (schema: JsonSchema): JsonSchema => ({ ...schema, maxProperties: 5 });

test.each<readonly [string, unknown]>([
  ['a ladder of allOf', createLadder('allOf', 24)],
  ['a ladder of anyOf that is let through', createLadder('anyOf', 11)],
  ['a ladder of oneOf that is let through', createLadder('oneOf', 11)],
  ['depth of 60', nest(60, { type: 'string' })],
  ['depth of 10,000', nest(10_000, { type: 'string' })],
  ['a catastrophic pattern', { type: 'string', pattern: '^(a+)+$' }],
  [
    '190 tagged alternatives',
    {
      oneOf: Array.from({ length: 190 }, (_, k) => ({
        properties: { k: { const: k } },
        required: ['k'],
      })),
    },
  ],
  [
    '190 alike alternatives',
    {
      anyOf: Array.from({ length: 190 }, (_, k) => ({
        properties: { [`p${k}`]: { type: 'string' } },
      })),
    },
  ],
  [
    'unions of unions',
    {
      allOf: Array.from({ length: 12 }, (_, k) => ({
        anyOf: [{ minProperties: k }, { maxLength: k }, { maxItems: k }],
      })),
    },
  ],
  [
    'a tree of alternatives',
    {
      anyOf: Array.from({ length: 6 }, () => ({
        properties: { c: { $ref: '#' } },
        required: ['x'],
      })),
    },
  ],
  ['2,000 values', { enum: Array.from({ length: 2000 }, (_, k) => k) }],
  [
    'an object that needs itself ninety times',
    {
      ...itself,
      $defs: {
        node: {
          type: 'object',
          required: Array.from({ length: 90 }, (_, at) => `p${at}`),
          properties: repeat(90, (at) => [`p${at}`, itself]),
        },
      },
    },
  ],
  [
    'alternatives of which only the last is the same',
    {
      $defs: large,
      anyOf: [...list(199, () => ({ $ref: '#/$defs/y' })), { $ref: '#/$defs/x' }],
      not: { anyOf: list(50, () => ({ $ref: '#/$defs/x' })) },
    },
  ],
  [
    'many names and long patterns',
    {
      properties: repeat(1700, (at) => [`aaaaaaaaaa${at}`, {}]),
      patternProperties: repeat(95, (at) => [`^(?:[a-z]{1,200}[0-9]){1,60}x(a|b)*${at}$`, {}]),
    },
  ],
  [
    'tuples of many parts',
    {
      prefixItems: list(200, () => ({ type: 'string' })),
      allOf: list(190, () => ({ prefixItems: list(8, () => ({ minLength: 1 })) })),
    },
  ],
  ['another document', { $ref: 'https://evil.example/schema.json' }],
  ['itself', { $ref: '#' }],
  ['huge sizes', { type: 'string', minLength: 1e9 }],
  ['no schema', 'string'],
  ['null', null],
])('bounds its work for %s', (_, schema) => {
  const other = typeof schema === 'object' && schema !== null ? everywhere({ ...schema }) : {};
  const tookMs = measure(() => {
    for (const options of [input, output]) {
      const { verdict, changes } = compareSchemas(schema, other, options);
      expect(verdict).not.toBe('identical');
      expect(changes.every(({ message }) => message.endsWith('.'))).toBe(true);
      JSON.stringify(changes);
    }
  });
  expect(tookMs).toBeLessThan(20 * usualMs);
});

test('compareSchemas() matches names with patterns of others in a limited time', () => {
  const name = `${'a'.repeat(60)}!`;
  const before = { type: 'object', properties: { [name]: { type: 'string' } } };
  const after = { type: 'object', patternProperties: { '^(a+)+$': { type: 'number' } } };
  expect(compareSchemas(before, after, input).changes).not.toEqual([]);
});
