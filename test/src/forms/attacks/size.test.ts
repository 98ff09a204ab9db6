import type { JsonSchema } from '@formwork/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttackPage, type AttackPage } from './attack-page.ts';

let opened: AttackPage;
beforeAll(async () => {
  opened = await openAttackPage();
});
afterAll(() => opened.close());

function toGroup(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties };
}

/** Makes properties of one schema. */
function toMembers(count: number, schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Array.from({ length: count }, (_v, at) => [`p${at}`, schema]));
}

/** Makes a schema of definitions, each of which refers twice to the next. */
function toDoubling(levels: number, toSchema: (next: JsonSchema) => JsonSchema): JsonSchema {
  const $defs = Object.fromEntries(
    Array.from({ length: levels }, (_level, level) => [
      `d${level}`,
      toSchema({ $ref: `#/$defs/d${level + 1}` }),
    ]),
  );
  return { $ref: '#/$defs/d0', $defs: { ...$defs, [`d${levels}`]: { type: 'string' } } };
}

/** Makes a schema of definitions, each of which refers to all of them. */
function toMesh(count: number, toField: (reference: JsonSchema) => JsonSchema): JsonSchema {
  const names = Array.from({ length: count }, (_name, at) => `d${at}`);
  const fields = names.map((name) => [name, toField({ $ref: `#/$defs/${name}` })] as const);
  const $defs = Object.fromEntries(
    names.map((name) => [name, toGroup(Object.fromEntries(fields))] as const),
  );
  return { $ref: '#/$defs/d0', $defs };
}

test.each<[string, JsonSchema, RegExp]>([
  [
    'a tree of references of 14 levels',
    toDoubling(14, (next) => ({ ...toGroup({ l: next, r: next }), required: ['l', 'r'] })),
    /must have at most 10000 fields in all: current value is 32767/u,
  ],
  [
    'allOf that doubles 16 times',
    toDoubling(16, (next) => ({ allOf: [next, { ...next, title: 'again' }] })),
    /must have at most 500 fields at once/u,
  ],
  [
    'anyOf that doubles 18 times',
    toDoubling(18, (next) => ({ anyOf: [next, { type: 'object', properties: { a: next } }] })),
    /must have at most 10000 fields in all/u,
  ],
  [
    '40 optional groups with alternatives beside 200 fields, which nothing folds',
    {
      ...toGroup(toMembers(40, { $ref: '#/$defs/large' })),
      $defs: {
        large: {
          ...toGroup(toMembers(200, { type: 'string' })),
          oneOf: [toGroup({ a: { type: 'string' } }), toGroup({ b: { type: 'string' } })],
        },
      },
    },
    /must have at most 500 fields at once: current value is/u,
  ],
  [
    '100,000 properties',
    toGroup(toMembers(100_000, { type: 'null' })),
    /must have at most 20000 objects and lists in it: current value is/u,
  ],
  [
    '100,000 alternatives',
    { oneOf: Array.from({ length: 100_000 }, (_v, at) => ({ type: 'object', title: `${at}` })) },
    /must have at most 20000 objects and lists in it: current value is/u,
  ],
])('%s is refused in words', async (_name, schema, reason) => {
  const outcome = await opened.attack({ schema, initialData: { a: 1 } });
  expect(outcome.reason).toMatch(reason);
  expect(outcome.sent).toEqual([{ a: 1 }]);
});

test.each([
  ['groups', '{"type":"object","properties":{"a":', '}}'],
  ['parts', '{"allOf":[', ']}'],
  ['values', '{"default":', '}'],
])('5,000 %s within one another are refused in words', async (_name, before, after) => {
  const schema = `${before.repeat(5000)}{}${after.repeat(5000)}`;
  const outcome = await opened.attack(`{"schema":${schema}}`);
  expect(outcome.reason).toMatch(/must have at most 128 levels: current value is deeper/u);
});

test.each<[string, JsonSchema, number]>([
  [
    'rows by the million',
    toGroup({ a: { type: 'array', minItems: 1e7, items: { type: 'string' } } }),
    0,
  ],
  [
    'rows by the ten thousand',
    {
      ...toGroup({ a: { type: 'array', minItems: 1e4, items: { type: 'string' } } }),
      required: ['a'],
    },
    5,
  ],
  ['100,000 choices', toGroup({ a: { enum: Array.from({ length: 100_000 }, (_v, at) => at) } }), 1],
  [
    '2,000 choices, each of 1,000 characters',
    toGroup({ a: { enum: Array.from({ length: 2000 }, (_v, at) => `${at}`.padEnd(1000, 'x')) } }),
    1,
  ],
  ['four fields that lead to one another', toMesh(4, (ref) => ref), 0],
  ['four lists that lead to one another', toMesh(4, (items) => ({ type: 'array', items })), 0],
  ['nine fields that lead to one another', toMesh(9, (ref) => ref), 0],
  [
    'three alternatives that lead to one another',
    toMesh(3, (ref) => ({ anyOf: [ref, { $ref: '#/$defs/d0' }, { type: 'null' }] })),
    3,
  ],
  [
    'allOf that says the same twice, 16 times',
    toDoubling(16, (next) => ({ allOf: [next, next] })),
    1,
  ],
  ['a schema that is itself', { $ref: '#' }, 1],
  ['a part that is itself', { allOf: [{ $ref: '#' }] }, 1],
  ['two parts that are itself', { allOf: [{ $ref: '#' }, { $ref: '#' }] }, 1],
  ['an alternative that is itself', { anyOf: [{ $ref: '#' }, { type: 'null' }] }, 1],
  ['alternatives that are itself', { oneOf: [{ $ref: '#' }, { $ref: '#' }, { type: 'null' }] }, 2],
  [
    'a group that requires itself',
    { ...toGroup({ a: { $ref: '#' }, b: { $ref: '#' } }), required: ['a', 'b'] },
    0,
  ],
  ['a default of a megabyte', toGroup({ a: { type: 'string', default: 'x'.repeat(1e6) } }), 1],
  ['a default of a megabyte in a group', toGroup({ a: { default: { b: 'x'.repeat(1e6) } } }), 1],
  ['a constant of a megabyte', toGroup({ a: { const: 'x'.repeat(1e6) } }), 2],
  ['choices of a megabyte', toGroup({ a: { enum: ['x'.repeat(1e6), 'y'.repeat(1e6)] } }), 3],
  ['a name of a megabyte', toGroup({ ['x'.repeat(1e6)]: { type: 'string' } }), 1],
])('%s is drawn, and no more than that', async (_name, schema, controls) => {
  const outcome = await opened.attack({ schema });
  expect(outcome.reason).toBe('');
  expect(outcome.controls).toBe(controls);
});

test('6,000 names that must be there are looked for, and the first of them told', async () => {
  const required = Array.from({ length: 6000 }, (_name, at) => `r${at}`);
  const schema = { ...toGroup({ a: { type: 'string' } }), required };
  const outcome = await opened.attack({ schema }, 'key');
  expect(outcome.sent).toEqual([]);
  expect(outcome.problems.length).toBeGreaterThan(0);
  expect(outcome.problems.length).toBeLessThanOrEqual(21);
});

test('groups in groups, each of two others, are resolved as far as they are drawn', async () => {
  const schema = toDoubling(12, (next) => toGroup({ l: next, r: next }));
  const { $ref, ...rest } = schema;
  const outcome = await opened.attack({
    schema: { ...toGroup({ a: { type: 'string' }, b: { $ref } }), ...rest },
  });
  expect(outcome.reason).toBe('');
  expect(outcome.controls).toBe(1);
});

test('twelve levels of parts that are two others are not put together anew with every key', async () => {
  const levels = Array.from({ length: 12 }, (_level, at) => at);
  const $defs = Object.fromEntries(
    levels.flatMap((level) =>
      ['x', 'y'].map((twin) => {
        const next = ['x', 'y'].map((one) => ({ $ref: `#/$defs/${one}${level + 1}` }));
        const part = level === 11 ? { type: 'string' } : { allOf: next };
        return [`${twin}${level}`, { description: twin, ...part }];
      }),
    ),
  );
  const schema = { ...toGroup({ a: { type: 'string' }, b: { $ref: '#/$defs/x0' } }), $defs };
  const outcome = await opened.attack({ schema });
  expect(outcome.reason).toMatch(/at most 6000 parts of "allOf" in all/u);
});
