import { expect, test } from 'vitest';
import { findInexactNumber } from './inexact-number.ts';
import { parseJsonText } from './parse-json-text.ts';
import { findChangedValue } from './text-problem.ts';

const find = (text: string) => findChangedValue(text, JSON.parse(text));

test.each([
  ['9007199254740993', ''],
  ['{"a":[1,{"b/c":"x","\\u0064~":-9007199254740993}]}', '/a/1/d~0'],
  ['[[],{},"]}\\\\\\"[",1e400]', '/3'],
  ['[9007199254740992, 1e-400]', '/0'],
  ['[9007199254740991, 1e-400]', '/1'],
  ['[1e25, 1e18, 1152921504606847e3]', '/2'],
  ['{"id": 90071992547409.93e2}', '/id'],
  ['[1e23, 1.2345678901234567890e19]', '/1'],
  [`[${'9'.repeat(2_000)}]`, '/0'],
])('the number of %s is found at %s', (text, pointer) => {
  expect(find(text)?.pointer).toBe(pointer);
});

test.each([
  '{"uuid":"3e400-9007199254740993","n":0}',
  '[0, -0, 0.0, 0e5, 0E-9, 1e25, 1e18, -1e16, 123456789012345000, 9007199254740991, 0.1234567890123456789]',
  '[9.9999999999999992e+22, 9.9999999999999991611e+22, 6.0221407599999999e23, 1.0000000000000000E+23]',
  '"9007199254740993"',
  'null',
])('nothing is found in %s', (text) => {
  expect(find(text)).toBeUndefined();
});

const NUMBERS = ['9007199254740993', '1e400', '-1e-400', '9007199254740991', '0', '-1.5e3'];

const PLACES: readonly ((first: string, second: string) => string)[] = [
  (first, second) => `[${first} ,${second}]`,
  (first, second) => ` { "a\\"]" : ${first}, "" :{"~/":[[], ${second}]} } `,
  (first, second) => `{"x":["\\\\",{}, "9007199254740993"],"y" :{"z":${first},"é":${second}}}`,
  (first, second) => `[[[${first}]],\n[true,null,{"a":false,"b":{"a":${second}}}]]`,
];

test('the same number is found that a parser with places finds', () => {
  let found = 0;
  for (const write of PLACES) {
    for (const first of NUMBERS) {
      for (const second of NUMBERS) {
        const parsed = parseJsonText(write(first, second));
        if (parsed.kind === 'broken') throw new Error(parsed.message);
        const expected = findInexactNumber(parsed.tree, parsed.text);
        expect(find(parsed.text)?.pointer).toEqual(expected?.pointer);
        expect(find(parsed.text)?.text).toEqual(expected?.text);
        found += expected === undefined ? 0 : 1;
      }
    }
  }
  expect(found).toBe(108);
});
