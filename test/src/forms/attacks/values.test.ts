import type { Json, JsonSchema } from '@formwork/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttackPage, type AttackPage } from './attack-page.ts';

let opened: AttackPage;
beforeAll(async () => {
  opened = await openAttackPage();
});
afterAll(() => opened.close());

const LONG = 'x'.repeat(1e6);

const ROW = toGroup({ name: { type: 'string' }, size: { type: 'integer' } });

const ROWS = toGroup({ b: { type: 'string' }, rows: { type: 'array', items: ROW } });

function toGroup(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties };
}

function toRows(count: number): Json {
  return Array.from({ length: count }, (_row, at) => ({ name: `row ${at}`, size: at }));
}

function toNames(count: number): Json {
  return Object.fromEntries(Array.from({ length: count }, (_name, at) => [`p${at}`, at]));
}

/** A schema with the single field `b`, which matches none of the hostile values. */
const OTHER = toGroup({ b: { type: 'string' } });

const NUMBERS = { ...OTHER, additionalProperties: { type: 'integer' } };

test.each<[string, JsonSchema]>([
  ['title', { type: 'string', title: 'x'.repeat(1e7) }],
  ['title in words', { type: 'string', title: 'x '.repeat(5e6) }],
  ['description', { type: 'string', description: 'x '.repeat(5e6) }],
  ['name of a choice', { oneOf: [{ const: 'a', title: 'x'.repeat(1e7) }, { const: 'b' }] }],
  ['name of an alternative', { anyOf: [{ ...ROW, title: 'x'.repeat(1e7) }, { type: 'string' }] }],
])('a %s of 10 MB is cut', async (_name, property) => {
  const outcome = await opened.attack({ schema: toGroup({ a: property }) });
  expect(outcome.reason).toBe('');
  expect(outcome.text.length).toBeLessThan(20_000);
  expect(outcome.text).toContain('…');
});

test('a title and a description of the form of 10 MB are cut', async () => {
  const long = 'x '.repeat(5e6);
  const outcome = await opened.attack({ schema: { ...OTHER, title: long, description: long } });
  expect(outcome.text.length).toBeLessThan(20_000);
});

test('examples of a megabyte, and with such names, fill the form', async () => {
  const examples = [{ data: { b: LONG } }, { label: LONG, data: { b: LONG, c: LONG } }];
  const outcome = await opened.attack({ schema: OTHER, examples }, 'examples');
  expect(outcome.sent).toEqual([{ b: LONG, c: LONG }]);
  expect(outcome.text.length).toBeLessThan(5000);
});

test.each<[string, JsonSchema, Json]>([
  ['20,000 rows', ROWS, { rows: toRows(20_000) }],
  ['a text of a megabyte', toGroup({ b: { type: 'string' }, c: { type: 'string' } }), { c: LONG }],
  ['a text of 3 MB that has no field', OTHER, { c: 'x'.repeat(3e6) }],
  ['20,000 names that have no field', OTHER, toNames(20_000)],
])('with %s a key is pressed, and all of it is sent', async (_name, schema, initialData) => {
  const outcome = await opened.attack({ schema, initialData }, 'key');
  expect(outcome.reason).toBe('');
  // Compared as texts, because the test runner is slow to print a difference of a megabyte.
  const expected = JSON.stringify([{ b: 'q', ...Object(initialData) }].map(sortNames));
  expect(JSON.stringify(outcome.sent.map(sortNames)) === expected).toBe(true);
});

test.each<[string, JsonSchema, string, RegExp]>([
  [
    '100,000 entries',
    NUMBERS,
    JSON.stringify(toNames(100_000)),
    /at most 20000 names in one group/u,
  ],
  [
    '100,000 names that have no field',
    OTHER,
    JSON.stringify(toNames(100_000)),
    /at most 20000 names/u,
  ],
  ['5,000 levels', NUMBERS, toLevels(5000), /at most 128 levels of data/u],
  [
    '5,000 levels of a schema within itself',
    toGroup({ a: { $ref: '#' } }),
    toLevels(5000),
    /at most 128 levels/u,
  ],
  ['400,000 values', ROWS, JSON.stringify({ rows: toRows(130_000) }), /at most 200000 values/u],
  [
    'a name of a megabyte',
    NUMBERS,
    JSON.stringify({ [LONG]: 1 }),
    /at most 1000 characters in names/u,
  ],
])('%s are not drawn, in words, and sent as they are', async (...[, schema, data, reason]) => {
  const options = `{"schema":${JSON.stringify(schema)},"initialData":${data}}`;
  const outcome = await opened.attack(options);
  expect(outcome.reason).toMatch(reason);
  expect(outcome.sentText === `[${data}]`).toBe(true);
  expect(outcome.text.length).toBeLessThan(200_000);
});

test('3,000 rows that must differ are judged in time, or not here', async () => {
  const schema = toGroup({ rows: { type: 'array', uniqueItems: true, items: ROW } });
  const initialData = { rows: toRows(3000) };
  const outcome = await opened.attack({ schema, initialData });
  expect(outcome.sent).toEqual([initialData]);
  expect(['', 'Some of this could not be checked here; the agent checks it.']).toContain(
    outcome.unchecked,
  );
});

test('what takes longer with every level is judged in time, or not here', async () => {
  const again = { type: 'object', properties: { a: { $ref: '#' } } };
  const schema = { anyOf: [again, { ...again, title: 'other' }, { type: 'string' }] };
  const initialData: Json = JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`);
  const outcome = await opened.attack({ schema, initialData });
  expect(outcome.sent.length + outcome.problems.length).toBeGreaterThan(0);
});

function toLevels(count: number): string {
  return `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`;
}

/** Returns an object with its members sorted by name. */
function sortNames(group: unknown): unknown {
  return Object.fromEntries(
    Object.entries(Object(group)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
