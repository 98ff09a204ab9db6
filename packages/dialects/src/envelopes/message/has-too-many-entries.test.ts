import { expect, test } from 'vitest';
import { hasTooManyEntries } from './has-too-many-entries.ts';

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
