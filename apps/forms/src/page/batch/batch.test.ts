import { formatCsv } from '@formwork/react/internal';
import { parseCsv } from '@formwork/react/internal';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { KeptRow } from '../history/stored-batches.ts';
import { listTargets } from './list-targets.ts';
import { guessMapping, toRecord } from './map-columns.ts';
import { parseTable } from './parse-table.ts';
import { planRows } from './plan-rows.ts';
import { PendingRows, runBatch, type RowState } from './run-batch.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Full name' },
    age: { type: ['integer', 'null'] },
    address: { $ref: '#/$defs/address' },
    tags: { type: 'array', items: { type: 'string' } },
    member: { type: 'boolean' },
    size: { enum: [1, 2] },
  },
  required: ['name', 'address'],
  $defs: {
    address: {
      type: 'object',
      properties: { city: {}, zip: { type: 'string' } },
      required: ['zip'],
    },
  },
};

describe('columns and fields', () => {
  const targets = listTargets(SCHEMA);

  test('fields are those of the object and of the objects within', () => {
    expect(
      targets.map(({ path, types, isRequired }) => [path.join('.'), types, isRequired]),
    ).toEqual([
      ['name', ['string'], true],
      ['age', ['integer', 'null'], false],
      ['address.city', [], false],
      ['address.zip', ['string'], true],
      ['tags', ['array'], false],
      ['member', ['boolean'], false],
      ['size', ['number'], false],
    ]);
    expect(listTargets({ $ref: '#' })).toEqual([]);
    expect(listTargets(true)).toEqual([]);
  });

  test('columns are matched by name and title, each field once', () => {
    expect(guessMapping(['FULL NAME', 'Zip', 'address.city', 'Name', '', 'x'], targets)).toEqual([
      0,
      3,
      2,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('columns whose names differ in signs alone go where they are named', () => {
    const properties = { 'cost (€)': {}, 'cost ($)': {}, cost: {} };
    const places = listTargets({ type: 'object', properties });
    expect(guessMapping(['COST', 'cost ($)', 'cost (€)'], places)).toEqual([2, 1, 0]);
  });

  test('a column for a name with a dot is told from one for a value within an object', () => {
    const inner = { type: 'object', properties: { b: {} } };
    const places = listTargets({ type: 'object', properties: { a: inner, 'a.b': {} } });
    expect(places.map(({ path }) => path)).toEqual([['a', 'b'], ['a.b']]);
    expect(guessMapping(['a\\.b', 'a.b'], places)).toEqual([1, 0]);
    expect(guessMapping(['a\\.b'], places)).toEqual([1]);
    expect(guessMapping(['a.b'], places.slice(1))).toEqual([0]);
  });

  test('cells become what their field takes', () => {
    const mapping = [0, 1, 3, 4, 5, 6];
    const options = { mapping, targets, language: 'en' };
    expect(toRecord(['Ada', '36', '0123', 'a; b', 'yes', '2'], options)).toEqual({
      name: 'Ada',
      age: 36,
      address: { zip: '0123' },
      tags: ['a', 'b'],
      member: true,
      size: 2,
    });
    expect(toRecord(['', 'null', '', '["x;y"]', 'maybe', '1,5'], options)).toEqual({
      age: null,
      tags: ['x;y'],
      member: 'maybe',
      size: 1.5,
    });
    expect(toRecord(['Ada', 'old'], options)).toEqual({ name: 'Ada', age: 'old' });
  });

  test('cells are read as people and programs of tables write', () => {
    const fields = listTargets({
      type: 'object',
      properties: {
        at: { type: 'string', format: 'time' },
        on: { type: 'string', format: 'date-time' },
        ok: { type: 'boolean' },
        id: { type: 'integer' },
      },
    });
    vi.stubEnv('TZ', 'UTC');
    const read = (...row: readonly string[]): unknown =>
      toRecord(row, { mapping: [0, 1, 2, 3], targets: fields, language: 'en' });
    expect(read('9:30', '2026-01-05 10:30', 'ja', '9007199254740991')).toEqual({
      at: '09:30:00Z',
      on: '2026-01-05T10:30:00Z',
      ok: true,
      id: 9_007_199_254_740_991,
    });
    expect(read('25:00', 'soon', 'Nein', '9007199254740992')).toEqual({
      at: '25:00',
      on: 'soon',
      ok: false,
      id: '9007199254740992',
    });
    vi.unstubAllEnvs();
  });

  test.each([
    ['en', '1,234.50', 1234.5],
    ['en', '1.234,50', 1234.5],
    ['en', '1,5', 1.5],
    ['en', '1.234', 1.234],
    ['en', '1,234', '1,234'],
    ['de', '1.234,50', 1234.5],
    ['de', '1,234.50', 1234.5],
    ['de', '1,234', 1.234],
    ['de', '1.234', '1.234'],
    ['de', '1e400', '1e400'],
    ['ar', '١٢٫٥', 12.5],
  ])(
    'a page in %s takes a cell with %s for what it means, or for no number',
    (language, cell, n) => {
      const fields = listTargets({ properties: { size: { type: 'number' } } });
      expect(toRecord([cell], { mapping: [0], targets: fields, language })).toEqual({ size: n });
    },
  );

  test('fields with names of JavaScript are fields', () => {
    const odd = listTargets(JSON.parse('{"properties":{"__proto__":{"properties":{"a":{}}}}}'));
    const record = toRecord(['1'], { mapping: [0], targets: odd, language: 'en' });
    expect(JSON.stringify(record)).toBe('{"__proto__":{"a":"1"}}');
  });
});

describe('rows that are planned', () => {
  const properties = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`c${n}`, {}]));
  const cell = { type: 'object', properties } as const;
  const schema = { type: 'object', properties: { cells: { type: 'array', items: cell } } };
  const plan = { schema, targets: [], mapping: [], language: 'en' };

  test('have what does not fit with them', () => {
    const values = [{ cells: [{ c1: 1 }] }, { cells: [1] }];
    const rows = planRows({ kind: 'values', values, isCut: false }, plan);
    expect(rows.map(({ problems }) => problems.map(({ pointer }) => pointer))).toEqual([
      [],
      ['/cells/0'],
    ]);
  });

  test('are left to the agent if a check would keep the page busy', () => {
    const values = [{ cells: Array.from({ length: 20_000 }, () => ({ c1: 1 })) }];
    const [row] = planRows({ kind: 'values', values, isCut: false }, plan);
    expect(row?.problems).toEqual([]);
  });
});

describe('what is pasted or picked', () => {
  test('CSV, JSON Lines and a list', () => {
    expect(parseTable('a,b\n1,2')).toMatchObject({ kind: 'cells' });
    expect(parseTable('{"a":1}\n\n{"a":2}\n')).toEqual({
      kind: 'values',
      values: [{ a: 1 }, { a: 2 }],
      isCut: false,
    });
    expect(parseTable('\uFEFF [1, {}]')).toEqual({ kind: 'values', values: [1, {}], isCut: false });
  });

  test('what cannot be read is told with its line', () => {
    expect(parseTable('{"a":1}\n{"a":')).toEqual({ kind: 'unreadable', line: 2 });
    expect(parseTable('[1,')).toEqual({ kind: 'unreadable', line: 1 });
    // JavaScript would round this number and send another one.
    expect(parseTable('{"a":12345678901234567890}')).toEqual({ kind: 'unreadable', line: 1 });
  });

  test('too much is cut', () => {
    const lines = Array.from({ length: 5001 }, () => '{"a":1}').join('\n');
    expect(parseTable(lines)).toMatchObject({ isCut: true });
    expect(parseTable(`[${'1,'.repeat(5000)}1]`)).toMatchObject({ isCut: true });
  });
});

test('what is written is read back, and no cell is a formula', () => {
  const rows = [
    ['=1+1', '-5', 'a"b'],
    ['@x', '+1.5', 'c\nd'],
    [' -x', '', 'é,'],
  ];
  const text = formatCsv(['a', '=b', 'c'], rows, { isTyped: true });
  expect(parseCsv(text)).toEqual({
    columns: ['a', "'=b", 'c'],
    rows: [
      ["'=1+1", '-5', 'a"b'],
      ["'@x", '+1.5', 'c\nd'],
      ["' -x", '', 'é,'],
    ],
    isCut: false,
  });
});

describe('many at a time', () => {
  test('at most so many run, and results stand at their places', async () => {
    let running = 0;
    let most = 0;
    const states: RowState<number>[] = [];
    await runBatch([1, 2, 3, 4, 5], {
      concurrency: 2,
      signal: new AbortController().signal,
      async run(row) {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        return row * 2;
      },
      onChange(position, state) {
        states[position] = state;
      },
    });
    expect(most).toBe(2);
    expect(states).toEqual([2, 4, 6, 8, 10].map((result) => ({ kind: 'done', result })));
  });

  test('nothing is begun after a cancel, and what runs is told', async () => {
    const control = new AbortController();
    const begun: number[] = [];
    await runBatch([1, 2, 3, 4], {
      concurrency: 2,
      signal: control.signal,
      async run(row, signal) {
        begun.push(row);
        if (row === 2) control.abort();
        await Promise.resolve();
        return signal.aborted;
      },
      onChange() {},
    });
    expect(begun).toEqual([1, 2]);
  });
});

function toRows(count: number): readonly KeptRow[] {
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    data: {},
    id: `message-${index + 1}`,
    taskId: '',
  }));
}

describe('rows that are kept', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a long table is kept at once, and then not with each row', () => {
    const writes: (readonly KeptRow[])[] = [];
    const keeper = new PendingRows(toRows(5_000), (rows) => void writes.push(rows));
    expect(writes.splice(0)).toEqual([toRows(5_000)]);
    for (let number = 1; number <= 1_000; number += 1) {
      keeper.name(number, `task-${number}`);
      if (number < 1_000) keeper.finish(number);
      vi.advanceTimersByTime(1);
    }
    expect(writes).toHaveLength(2);
    vi.advanceTimersByTime(500);
    expect(writes).toHaveLength(2);
    vi.advanceTimersByTime(500);
    const [first, ...otherRows] = writes.at(-1) ?? [];
    expect(first).toEqual({ number: 1_000, data: {}, id: 'message-1000', taskId: 'task-1000' });
    expect(otherRows).toHaveLength(4_000);
  });

  test('a page that ends keeps what changed last, and nothing if nothing did', () => {
    const writes: (readonly KeptRow[])[] = [];
    const keeper = new PendingRows(toRows(2), (rows) => void writes.push(rows));
    keeper.flush();
    expect(writes).toHaveLength(1);
    keeper.finish(1);
    // Its answer comes late.
    keeper.name(1, 'task');
    keeper.flush();
    expect(writes.at(-1)).toEqual(toRows(2).slice(1));
    vi.advanceTimersByTime(10_000);
    expect(writes).toHaveLength(2);
  });

  test('rows that were given up are not kept again by what comes late', () => {
    const writes: (readonly KeptRow[])[] = [];
    const keeper = new PendingRows(toRows(2), (rows) => void writes.push(rows));
    keeper.name(1, 'task');
    keeper.drop();
    keeper.name(2, 'task');
    vi.advanceTimersByTime(10_000);
    expect(writes.slice(1)).toEqual([[]]);
  });
});
