import { parseMediaType } from '@formwork/core/protocol';
import { expect, test } from 'vitest';
import { isTypeValid, parse } from './plain-media-type.ts';

test.each([
  'image/png',
  ' IMAGE/*\t; q=1',
  'text/csv;charset="a;b"',
  'application/vnd.a+json',
  '*/*',
  "a!#$%&'*+-.^_`|~9/b",
  'image',
  'image/',
  '/png',
  'a/b/c',
  'a b/c',
  '\nimage/png',
  'image/png\u00a0',
  'bild/größe',
  '',
])('the type of %j is the one that agents find', (text) => {
  const { type } = parse(text);
  expect(isTypeValid(type) ? type : undefined).toBe(parseMediaType(text)?.type);
});
