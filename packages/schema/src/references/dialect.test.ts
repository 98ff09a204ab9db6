import { expect, expectTypeOf, test } from 'vitest';
import { DIALECT_URIS, toDialect, type Dialect } from './dialect.ts';

test.each(Object.entries(DIALECT_URIS))('toDialect() knows %s by its URI', (dialect, uri) => {
  const bare = uri.replace(/#$/u, '');
  for (const spelling of [bare, `${bare}#`, bare.replace(/^https?/u, 'http')]) {
    expect(toDialect({ $schema: spelling })).toBe(dialect);
    expect(toDialect({ $schema: spelling.replace('http:', 'https:') })).toBe(dialect);
  }
});

test('toDialect() reads a schema without $schema as draft 2020-12', () => {
  expect(toDialect({ type: 'object' })).toBe('2020-12');
});

test.each(['https://json-schema.org/schema', 'http://json-schema.org/schema#'])(
  'toDialect() reads %s, which names no version, as draft 2020-12',
  (uri) => {
    expect(toDialect({ $schema: uri })).toBe('2020-12');
  },
);

test.each(['https://json-schema.org/draft/next/schema', 'draft-07', '', '#', 7, null])(
  'toDialect() does not know %j',
  (uri) => {
    expect(toDialect({ $schema: uri })).toBeUndefined();
  },
);

test('toDialect() has the type of a dialect or undefined', () => {
  expectTypeOf(toDialect({})).toEqualTypeOf<Dialect | undefined>();
});
