import { expect, test } from 'vitest';
import { describeType, describeValue } from './describe-value.ts';

test.each([
  [undefined, 'nothing', 'nothing'],
  [null, 'null', 'null'],
  [true, 'boolean', 'boolean true'],
  [3, 'integer', 'integer 3'],
  [3.5, 'number', 'number 3.5'],
  [Number.NaN, 'NaN', 'NaN'],
  ['a', 'string', 'string "a"'],
  [[1], 'array', 'array [1]'],
  [{ a: 1 }, 'object', 'object {"a":1}'],
  [1n, 'bigint', 'bigint 1'],
])('describeValue() of %o', (value, type, text) => {
  expect(describeType(value)).toBe(type);
  expect(describeValue(value)).toBe(text);
});
