import { expect, test } from 'vitest';
import { toPage } from './to-page.ts';

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const toTools = (names: string) =>
  [...names].map((name) => ({ name, description: 'x'.repeat(1_500_000) }));
const read = (names: string, cursor?: string) => {
  const { items, more } = toPage(toTools(names), { cursor, logger });
  return { names: items.map(({ name }) => name).join(''), cursor: more.nextCursor };
};

test('a list that changes between two pages has each item that stays on one of them', () => {
  const first = read('abcdefg');
  expect(first.names).toBe('ab');
  for (const [now, rest] of [
    ['abcdefg', 'cd'],
    ['bcdefg', 'cd'],
    ['cdefg', 'cd'],
    ['zyabcdefg', 'cd'],
    ['abdefg', 'de'],
    ['c', 'c'],
    ['', ''],
  ] as const) {
    expect(read(now, first.cursor).names, now).toBe(rest);
  }
  for (const wrong of [
    '',
    'x',
    'from-',
    'from-2',
    `${first.cursor}x`,
    'from--1-aaaaaaaaaaaaaaaa',
  ]) {
    expect(() => read('abc', wrong), wrong).toThrow('Cannot list');
  }
});
