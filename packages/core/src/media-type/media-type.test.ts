import { expect, test } from 'vitest';
import { parseMediaType } from './media-type.ts';

test.each([
  ['application/json', 'application/json', {}],
  ['Application/JSON', 'application/json', {}],
  ['  application/json  ', 'application/json', {}],
  ['application/json;schema=x', 'application/json', { schema: 'x' }],
  ['application/json ; schema=x', 'application/json', { schema: 'x' }],
  ['application/json;\tschema=x', 'application/json', { schema: 'x' }],
  ['application/json;SCHEMA=MixedCase', 'application/json', { schema: 'MixedCase' }],
  ['application/json;schema="quoted"', 'application/json', { schema: 'quoted' }],
  ['application/json;schema="a\\"b"', 'application/json', { schema: 'a"b' }],
  [
    'application/json;charset=utf-8;schema=x',
    'application/json',
    { charset: 'utf-8', schema: 'x' },
  ],
  ['application/json;schema=x;q="a;b"', 'application/json', { schema: 'x', q: 'a;b' }],
  ['application/json;;schema=x;', 'application/json', { schema: 'x' }],
  ['application/json;schema=first;schema=second', 'application/json', { schema: 'first' }],
])('parseMediaType() reads %j', (text, type, parameters) => {
  const mediaType = parseMediaType(text);
  expect(mediaType?.type).toBe(type);
  expect({ ...mediaType?.parameters }).toEqual(parameters);
});

test.each(['', 'json', 'application/', '/json', 'application/json schema=x', 'a b/c', ';schema=x'])(
  'parseMediaType() refuses %j',
  (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  },
);
