import { expect, test } from 'vitest';
import { createCursor, parseQuery } from './parse-query.ts';

const { filters } = parseQuery({});

test('a cursor leads to the place that it was made for', () => {
  expect(parseQuery({ cursor: createCursor(17, filters) }).search.after).toBe(17);
});

test.each([2 ** 53, 2 ** 63])('a cursor beyond all agents, %d, is refused', (after) => {
  const cursor = createCursor(after, filters);
  expect(() => parseQuery({ cursor })).toThrow('cursor must come from the page');
});
