import { expect, test } from 'vitest';
import { listProblems } from './data-problems.tsx';

const properties = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`c${n}`, {}]));
const table = {
  type: 'object',
  properties: { rows: { type: 'array', items: { type: 'object', properties } } },
};

test('listProblems() says what does not fit any more, and nothing of what it cannot find out in time', () => {
  expect(listProblems(table, { rows: [{ c1: 1 }] })).toEqual([]);
  expect(listProblems(table, { rows: [1] })).toMatchObject([{ pointer: '/rows/0' }]);
  const rows = Array.from({ length: 20_000 }, () => ({ c1: 1 }));
  expect(listProblems(table, { rows })).toBeUndefined();
});
