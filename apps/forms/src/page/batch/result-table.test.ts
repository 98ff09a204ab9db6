import { createEntry, reduceEntry, type ThreadEntry } from '@formwork/react';
import type { Json } from '@formwork/schema';
import { expect, test } from 'vitest';
import type { PlannedRow } from './plan-rows.ts';
import { toResultTable } from './result-table.ts';
import type { RowState } from './run-batch.ts';

/** Makes an object with members that are numbered from a start. */
function createMembers(count: number, start = 0): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`m${start + at}`, start + at]),
  );
}

function createRow(number: number, data: Json): PlannedRow {
  return { number, data, problems: [] };
}

function createDone(data: Json): RowState<ThreadEntry> {
  const message = { kind: 'input', skillId: 's', schema: 'i', data: {} } as const;
  const event = {
    kind: 'result',
    taskId: 't',
    contextId: '',
    schema: '',
    data,
    text: '',
    files: [],
    problems: [],
  } as const;
  const entry = createEntry({ id: 'a', sent: message, at: 0 });
  return { kind: 'done', result: reduceEntry(entry, { kind: 'event', event, at: 1 }) };
}

test('every name of inputs and results is a column, however many there are', () => {
  const rows = [createRow(1, createMembers(45))];
  const states = new Map([[1, createDone(createMembers(61))]]);
  const { columns, rows: lines } = toResultTable(rows, states, () => '');
  expect(columns).toHaveLength(2 + 45 + 61);
  expect(columns.at(-1)).toBe('result m60');
  expect(lines).toEqual([['1', 'done', ...list(45), ...list(61)]]);
});

test('what would be too many cells stands as JSON in one further column, so that nothing is lost', () => {
  const rows = Array.from({ length: 2000 }, (_, at) => createRow(at, createMembers(3, at * 3)));
  const { columns, rows: lines } = toResultTable(rows, new Map(), () => '');
  expect(columns.slice(0, 3)).toEqual(['row', 'state', 'm0']);
  expect(columns.slice(-2)).toEqual(['m499', 'more']);
  expect(lines.at(-1)?.at(-1)).toBe('{"m5997":"5997","m5998":"5998","m5999":"5999"}');
  expect(lines[0]?.slice(0, 5)).toEqual(['0', 'open', '0', '1', '2']);
});

test('a name with a dot and a value within an object have a column each', () => {
  const data = { 'a.b': 'dotted', a: { b: 'inner' }, 'a\\': { b: 'behind' } };
  const states = new Map([[1, createDone(data)]]);
  const { columns, rows } = toResultTable([createRow(1, data)], states, () => '');
  const cells = ['dotted', 'inner', 'behind'];
  const names = ['a\\.b', 'a.b', 'a\\\\.b'];
  expect(columns).toEqual(['row', 'state', ...names, ...names.map((name) => `result ${name}`)]);
  expect(rows).toEqual([['1', 'done', ...cells, ...cells]]);
});

/** Lists the first numbers as cells. */
function list(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => String(at));
}
