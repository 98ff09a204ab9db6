import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { createRemoteValidator } from '../vetting/create-remote-validator.ts';
import { vetSchema } from '../vetting/vet-schema.ts';
import { compareSchemas } from './compare-schemas.ts';

const DRAFT_07 = { $schema: 'http://json-schema.org/draft-07/schema#' };
const DRAFT_2019 = { $schema: 'https://json-schema.org/draft/2019-09/schema' };
const s = { type: 'string' };

/** Closes objects or lists against everything that no other schema has evaluated. */
const closedObject = { type: 'object', unevaluatedProperties: false };
const closedList = { type: 'array', unevaluatedItems: false };

function extend(anchor: JsonSchema, reference: JsonSchema, outer: JsonSchema = {}): JsonSchema {
  const tree = { $id: 'https://e.com/tree', ...anchor, properties: { child: reference } };
  return { $id: 'https://e.com/root', ...outer, ...closedObject, $ref: 'tree', $defs: { tree } };
}

const dynamic = { $dynamicAnchor: 'node' };
const recursive = { $recursiveAnchor: true };

/** Every old schema lets a value through that the new one refuses. */
test.each<readonly [string, JsonSchema, JsonSchema, unknown]>([
  [
    'others let through before unevaluatedProperties',
    { ...closedObject, allOf: [{ additionalProperties: true }] },
    { ...closedObject, allOf: [{}] },
    { a: 1 },
  ],
  [
    'items let through before unevaluatedItems',
    { ...closedList, allOf: [{ items: true }] },
    { ...closedList, allOf: [{}] },
    [1],
  ],
  [
    'what is evaluated twice',
    { ...closedObject, allOf: [{ unevaluatedProperties: true }] },
    { ...closedObject, allOf: [{}] },
    { a: 1 },
  ],
  [
    'dependencies, which evaluate',
    { ...closedObject, properties: { a: true }, dependencies: { a: { properties: { b: true } } } },
    { ...closedObject, properties: { a: true } },
    { a: 1, b: 1 },
  ],
  [
    'contains, which evaluates',
    { ...closedList, contains: { const: 1 } },
    { type: 'array', contains: { const: 1 }, items: { const: 2 } },
    [1],
  ],
  [
    'contains, which does not evaluate in 2019-09',
    { ...closedList, allOf: [{ contains: { const: 1 } }] },
    { ...DRAFT_2019, ...closedList, allOf: [{ contains: { const: 1 } }] },
    [1],
  ],
  [
    'a new pattern beside a shared one',
    { type: 'object', patternProperties: { '^a': s }, additionalProperties: false },
    {
      type: 'object',
      patternProperties: { '^a': s, z$: { maxLength: 1 } },
      additionalProperties: false,
    },
    { az: 'long' },
  ],
  [
    'a list in items, which means nothing in 2020-12',
    { type: 'array', items: [s] },
    { type: 'array', prefixItems: [s] },
    [1],
  ],
  [
    'a list in items, which evaluates all in 2020-12',
    { ...closedList, items: [s] },
    { ...closedList, prefixItems: [s] },
    [1, 2],
  ],
  [
    'dependencies with keywords that an older dialect lacks',
    { ...DRAFT_07, dependencies: { a: { properties: { b: { prefixItems: [s] } } } } },
    { dependencies: { a: { properties: { b: { prefixItems: [s] } } } } },
    { a: 1, b: [1] },
  ],
  [
    'a dynamic anchor further out',
    extend(dynamic, { $dynamicRef: '#node' }),
    extend(dynamic, { $dynamicRef: '#node' }, dynamic),
    { child: { a: 1 } },
  ],
  [
    'a recursive anchor further out',
    { ...DRAFT_2019, ...extend(recursive, { $recursiveRef: '#' }) },
    { ...DRAFT_2019, ...extend(recursive, { $recursiveRef: '#' }, recursive) },
    { child: { a: 1 } },
  ],
])(
  'a change that refuses what was valid is never called harmless: %s',
  (...[, before, after, value]) => {
    expect([before, after].map((schema) => accepts(schema, value))).toEqual([true, false]);
    const verdicts = [
      compareSchemas(before, after, { direction: 'input' }).verdict,
      compareSchemas(after, before, { direction: 'output' }).verdict,
    ];
    for (const verdict of verdicts) expect(['breaking', 'unknown']).toContain(verdict);
  },
);

function accepts(schema: JsonSchema, value: unknown): boolean {
  const outcome = vetSchema(schema);
  if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
  return createRemoteValidator(outcome.vetted).isValid(value);
}

test('patterns of names that begin otherwise are no gap', () => {
  const before = { type: 'object', patternProperties: { '^x-': s }, additionalProperties: false };
  const patternProperties = { '^x-': s, '^y-': { type: 'number' } };
  const { verdict } = compareSchemas(
    before,
    { ...before, patternProperties },
    { direction: 'input' },
  );
  expect(verdict).toBe('safe');
});

test('one dynamic anchor is compared as far as it leads', () => {
  const list = (item: JsonSchema): JsonSchema => ({
    ...dynamic,
    properties: { next: { $dynamicRef: '#node' }, item },
  });
  const options = { direction: 'input' } as const;
  expect(compareSchemas(list(s), list({}), options).verdict).toBe('safe');
  expect(compareSchemas(list({}), list(s), options).verdict).toBe('breaking');
});
