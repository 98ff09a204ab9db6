import { expect, test } from 'vitest';
import { findDuplicateMember } from './find-duplicate-member.ts';

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
