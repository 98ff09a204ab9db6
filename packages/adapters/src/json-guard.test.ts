import { expect, test } from 'vitest';
import { findDuplicateMember, hasTooManyEntries } from './json-guard.ts';

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"b":{"a":1,"c":[{}],"a":2}}', 'a'],
  ['[{"a":1},{"b":1,"b":1}]', 'b'],
  ['{ "" : 1 , "" : 1 }', ''],
  ['{"a\\"":"{","a\\"":1}', 'a"'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('%s has a name twice', (text, name) => {
  JSON.parse(text);
  expect(findDuplicateMember(text)).toEqual({ name });
});

test.each([
  '{"a":"a","b":["a","a"],"c":{"a":1}}',
  '[{"a":1},{"a":1}]',
  '"\\"a\\":1,\\"a\\":2"',
  '{"a":"\\\\","b":"x,\\"a\\":1"}',
  '{"a":1,"A":2}',
  'null',
])('%s has no name twice', (text) => {
  JSON.parse(text);
  expect(findDuplicateMember(text)).toBeUndefined();
});

test.each([
  ['[]', 1],
  ['[1]', 1],
  ['[1,2,3]', 3],
  ['{"a":1,"b":[{},{}]}', 6],
  ['["[{,,,}]\\\\\\",,"]', 1],
  ['[[[[]]]]', 4],
])('%s has %d entries', (text, count) => {
  JSON.parse(text);
  expect(hasTooManyEntries(text, count)).toBe(false);
  expect(hasTooManyEntries(text, count - 1)).toBe(true);
});
