import type { Json, JsonObject } from '@formwork/schema';
import { expect, test } from 'vitest';
import { arrangeRows } from './arrange-rows.ts';
import { findRange } from './cell.ts';
import { describeRows } from './describe-rows.ts';
import { findColumnDecimals, findDecimals } from './find-decimals.ts';
import { findHeadline, toHeadline } from './find-headline.ts';
import { findMoney } from './find-money.ts';
import { findSeries } from './find-series.ts';
import { listMembers } from './list-members.ts';
import { isMarkdownText } from './markdown-text.ts';
import { toRowsValue } from './parallel-lists.ts';

const PLACE = { pointer: '', label: '', depth: 1, schema: {} };

test('flat groups are rows, anything else is none', () => {
  expect(describeRows([{ a: 1 }, { b: ['x'] }])?.columns).toEqual(['a', 'b']);
  expect(describeRows([{ a: 1 }, { b: { c: 1 } }])).toBeUndefined();
  expect(describeRows([{ a: 1 }, 2])).toBeUndefined();
  expect(describeRows([{}])).toBeUndefined();
});

const ROWS: readonly JsonObject[] = [
  { name: 'Émile', n: 10 },
  { name: 'ada', n: 9 },
  { name: null, n: null },
  { name: 'Zoe 10', n: 100 },
  { name: 'Zoe 9' },
];

function arrange(column: string, direction: 'ascending' | 'descending'): readonly unknown[] {
  const order = { column, direction };
  const choice = { filter: '', order, columns: ['name', 'n'], language: 'en' };
  return arrangeRows(ROWS, choice).map((row) => row[column] ?? '');
}

test('rows are sorted as people do, what is empty last', () => {
  expect(arrange('name', 'ascending')).toEqual(['ada', 'Émile', 'Zoe 9', 'Zoe 10', '']);
  expect(arrange('name', 'descending')).toEqual(['Zoe 10', 'Zoe 9', 'Émile', 'ada', '']);
  expect(arrange('n', 'descending')).toEqual([100, 10, 9, '', '']);
  expect(arrange('constructor', 'ascending')).toHaveLength(5);
});

test('rows are found in any column and case', () => {
  const choice = { filter: ' ZOE ', columns: ['name', 'n'], language: 'en' };
  expect(arrangeRows(ROWS, choice)).toHaveLength(2);
  expect(arrangeRows(ROWS, { ...choice, filter: '100' })).toHaveLength(1);
});

function toSeries(rows: readonly Json[]): unknown {
  const described = describeRows(rows);
  return described === undefined
    ? undefined
    : findSeries(described)?.lines.map(({ column }) => column);
}

test('dates with numbers are a series; rows that say more, or jump in time, are none', () => {
  const days = [1, 2, 3, 4, 5].map((n) => ({ date: `2026-01-0${n}`, price: n, tax: n / 2 }));
  expect(toSeries(days)).toEqual(['price', 'tax']);
  expect(toSeries(days.toReversed())).toEqual(['price', 'tax']);
  expect(toSeries(days.slice(0, 4))).toBeUndefined();
  expect(toSeries(days.map((day) => ({ ...day, note: 'x' })))).toBeUndefined();
  expect(toSeries([days[1] ?? null, ...days])).toBeUndefined();
  expect(toSeries(days.map((day, n) => ({ ...day, volume: 1e6 * n })))).toEqual(['price', 'tax']);
  expect(toSeries([1, 2, 3, 4, 5].map((x) => ({ x, y: x * x })))).toEqual(['y']);
  expect(toSeries([1, 2, 3, 4, 5].map((id) => ({ id, y: id })))).toBeUndefined();
});

test('long series keep their peaks', () => {
  const rows = Array.from({ length: 50_000 }, (_row, x) => ({ x, y: x === 33_333 ? 1000 : 1 }));
  const described = describeRows(rows);
  const points = described === undefined ? [] : (findSeries(described)?.lines[0]?.points ?? []);
  expect(points.length).toBeLessThan(1000);
  expect(points.some(({ y }) => y === 1000)).toBe(true);
});

test('the headline is a telling name, else a first short text', () => {
  const toMembers = (group: JsonObject): Parameters<typeof findHeadline>[0] =>
    Object.entries(group).map(([name, value]) => ({ name, value, schema: {} }));
  expect(findHeadline(toMembers({ id: 1, winner: 'Ada' }))).toBe('winner');
  expect(findHeadline(toMembers({ foo: 'Bar', n: 1 }))).toBe('foo');
  expect(findHeadline(toMembers({ n: 1, foo: 'Bar' }))).toBeUndefined();
  expect(findHeadline(toMembers({ winner: 'x'.repeat(200) }))).toBeUndefined();
  expect(findHeadline(toMembers({ title: 'data:image/png;base64,AAAA' }))).toBeUndefined();
  const schema = { contentMediaType: 'text/markdown' };
  expect(findHeadline([{ name: 'title', value: '**A**', schema }])).toBeUndefined();
  expect(findHeadline(toMembers({ winner: 'It is **not** so.' }))).toBeUndefined();
  expect(toHeadline({ title: 'Old town', n: 1 })).toEqual({ name: 'title', text: 'Old town' });
});

test('money is told by its group, its format or what stands beside it', () => {
  const eur = { amount: 12.5, currency: 'EUR' };
  expect(findMoney({ ...PLACE, name: 'a', value: eur })).toEqual(eur);
  expect(findMoney({ ...PLACE, name: 'price', value: 3, parent: { currency: 'USD' } })).toEqual({
    amount: 3,
    currency: 'USD',
  });
  const schema = { format: 'money' };
  expect(findMoney({ ...PLACE, schema, name: 'a', value: '9.99' })).toEqual({ amount: 9.99 });
  expect(
    findMoney({ ...PLACE, name: 'count', value: 3, parent: { currency: 'USD' } }),
  ).toBeUndefined();
  expect(
    findMoney({ ...PLACE, name: 'price', value: 3, parent: { currency: '<b>' } }),
  ).toBeUndefined();
});

test.each([
  ['amount', { currency: 'eur' }, { amount: 12.5, currency: 'EUR' }],
  ['amount', { currency: 'Eur' }, undefined],
  ['amount', { currency: 'eur', object: 'charge' }, undefined],
  ['amount', { currency: 'EUR', object: 'flat' }, { amount: 12.5, currency: 'EUR' }],
])('%s beside %o is money, or not', (name, parent, money) => {
  expect(findMoney({ ...PLACE, name, value: 12.5, parent })).toEqual(money);
});

test('lists of one length with numbers are rows', () => {
  const read = (value: Json): unknown => toRowsValue({ ...PLACE, name: '', value })?.value;
  expect(read({ t: [1, 2, 3], y: [4, null, 6] })).toEqual([
    { t: 1, y: 4 },
    { t: 2, y: null },
    { t: 3, y: 6 },
  ]);
  expect(read({ label: ['a', 'b', 'c'], n: [1, 2, 3] })).toHaveLength(3);
  expect(read({ pros: ['a', 'b', 'c'], cons: ['d', 'e', 'f'] })).toBeUndefined();
  expect(read({ t: [1, 2, 3], y: [4, 5] })).toBeUndefined();
  expect(read({ t: [1, 2], y: [4, 5] })).toBeUndefined();
  expect(read({ t: [1, 2, 3], y: 4 })).toBeUndefined();
  expect(read({ t: [1, 2, 3], y: [{}, {}, {}] })).toBeUndefined();
  expect(read({ t: [1, 2, 3] })).toBeUndefined();
  const price = { title: 'Price', type: 'array', items: { multipleOf: 0.01 } };
  const node = { ...PLACE, name: '', value: { day: ['a', 'b', 'c'], price: [1, 2, 3] } };
  expect(toRowsValue({ ...node, schema: { properties: { price } } })?.schema).toEqual({
    items: { properties: { price: { multipleOf: 0.01, title: 'Price' } } },
  });
});

test.each([
  ['bold words', 'It is **not** so.', true],
  ['a link', 'See [the page](https://example.com/a).', true],
  ['code', 'Run\n```sh\nls\n```', true],
  ['a heading', 'Text\n\n## Next\n\nMore', true],
  ['a title', '# Title\n\nText', true],
  ['a list', 'These:\n\n- one\n- two', true],
  ['a program', '# set up\nx = 2**3**2 * a**b\nprint(x)', false],
  ['a setting', 'list:\n- one\n- two', false],
  ['words', 'Nothing of it - at all.\nA second line_with_names.', false],
])('a text with %s is Markdown, or not', (_what, text, expected) => {
  expect(isMarkdownText(text)).toBe(expected);
});

test('a range has two ends that a person would look at, and the value within', () => {
  expect(findRange({ minimum: 0, maximum: 1 }, 0.5)).toEqual({ min: 0, max: 1 });
  expect(findRange({ minimum: 0, maximum: 1 }, 1.5)).toBeUndefined();
  expect(findRange({ minimum: 0 }, 1)).toBeUndefined();
  expect(findRange({ minimum: -2_147_483_648, maximum: 2_147_483_647 }, 1)).toBeUndefined();
});

test('members come in the order of the schema, then as they are', () => {
  const schema = { properties: { b: {}, a: {}, missing: {}, constructor: {} } };
  const names = (withMissing: boolean): readonly string[] =>
    listMembers({ z: 1, a: 2, b: 3 }, schema, withMissing).map(({ name }) => name);
  expect(names(false)).toEqual(['b', 'a', 'z']);
  expect(names(true)).toEqual(['b', 'a', 'missing', 'constructor', 'z']);
});

test.each([
  ['hundredths', { name: 'x', value: 3, schema: { multipleOf: 0.01 } }, 2],
  ['an amount with a fraction', { name: 'unitPrice', value: 7.5, schema: {} }, 2],
  ['a whole number by that name', { name: 'total', value: 3, schema: {} }, 0],
  ['any other number', { name: 'weight', value: 7.5, schema: {} }, 0],
  ['a text', { name: 'price', value: '7.5', schema: {} }, 0],
])('%s has its digits behind the point', (_what, node, expected) => {
  expect(findDecimals(node)).toBe(expected);
});

test('the points of a column stand below each other', () => {
  const rows = [
    { weight: 1.25, price: 7.5, n: 1, x: 0.123456 },
    { weight: 2, price: 8, n: 2 },
  ];
  const count = (name: string): number => findColumnDecimals(rows, name);
  expect(['weight', 'price', 'n', 'x', 'toString'].map(count)).toEqual([2, 2, 0, 0, 0]);
});

test('a sum of money comes before a first text; no line of an address stands out', () => {
  const toMembers = (group: JsonObject): Parameters<typeof findHeadline>[0] =>
    Object.entries(group).map(([name, value]) => ({ name, value, schema: {} }));
  const report = { employee: 'Ada', currency: 'EUR', total: 478.8 };
  expect(findHeadline(toMembers(report))).toBe('total');
  expect(findHeadline(toMembers({ ...report, currency: 'x' }))).toBe('employee');
  expect(findHeadline(toMembers({ ...report, title: 'March' }))).toBe('title');
  expect(findHeadline(toMembers({ street: 'Main Street', city: 'Berlin' }))).toBeUndefined();
  expect(toHeadline(report)).toEqual({ name: 'employee', text: 'Ada' });
});
