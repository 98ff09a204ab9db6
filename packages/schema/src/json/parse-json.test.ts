import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

test('parseJson() returns values of JSON, null among them, and undefined for other texts', () => {
  expect(['{"a":1}', 'null', '{a:1}', ''].map(parseJson)).toEqual([
    { a: 1 },
    null,
    undefined,
    undefined,
  ]);
});
