import { expect, test } from 'vitest';
import { checkWithSchema, LIMIT_MS } from './check-with-schema.ts';

const schema = {
  type: 'object',
  properties: { a: { type: 'string', pattern: '^(a+)+$' } },
} as const;

test('a pattern that explodes elsewhere is checked like any other', () => {
  const long = { a: `${'a'.repeat(60)}!` };
  expect(checkWithSchema(long, { schema, name: 'x.json' })).toMatchObject([{ pointer: '/a' }]);
});

test('a text that takes too long has a code of its own, and says what helps', () => {
  const slow = { type: 'object', properties: { a: { pattern: '^(\\d+)\\1x$' } } } as const;
  const value = { a: '1'.repeat(20_000) };
  expect(checkWithSchema(value, { schema: slow, name: 'x.json' })).toMatchObject([
    { pointer: '/a', keyword: 'timeout', suggestion: 'send a shorter text' },
  ]);
});

test('a check has the five seconds that the docs promise, and most need none of them', () => {
  expect(LIMIT_MS).toBe(5_000);
  expect(checkWithSchema({ a: 'aaa' }, { schema, name: 'x.json' })).toEqual([]);
  expect(checkWithSchema({ a: 5 }, { schema, name: 'x.json' })).toMatchObject([{ pointer: '/a' }]);
});
