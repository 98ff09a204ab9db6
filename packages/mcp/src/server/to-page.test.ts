import { expect, test } from 'vitest';
import { toPage } from './to-page.ts';

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const toTools = (names: string) =>
  names.split('').map((name) => ({ name, description: 'x'.repeat(1_500_000) }));
const read = (names: string, cursor?: string) => {
  const { items, nextPage } = toPage(toTools(names), { cursor, logger });
  return { names: items.map(({ name }) => name).join(''), cursor: nextPage.nextCursor };
};

test.each([
  ['abcdefg', 'cd'],
  ['bcdefg', 'cd'],
  ['cdefg', 'cd'],
  ['zyabcdefg', 'cd'],
  ['abdefg', 'de'],
  ['c', 'c'],
  ['', ''],
])(
  'a list that is "%s" by its second page has each item that stays on one of them',
  (now, remainder) => {
    const first = read('abcdefg');
    expect(first.names).toBe('ab');
    expect(read(now, first.cursor).names).toBe(remainder);
  },
);

test.each(['', 'x', 'from-', 'from-2', 'from-2-x', 'from--1-aaaaaaaaaaaaaaaa'])(
  'the cursor "%s" is refused',
  (wrong) => {
    expect(() => read('abc', wrong)).toThrow('Cannot list');
  },
);

test('a cursor with a letter too many is refused', () => {
  const { cursor } = read('abcdefg');
  expect(() => read('abc', `${cursor}x`)).toThrow('Cannot list');
});
