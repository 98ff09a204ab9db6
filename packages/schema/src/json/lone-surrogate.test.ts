import { expect, test } from 'vitest';
import { findJsonLoss } from './find-json-loss.ts';
import { findHalfPair } from './lone-surrogate.ts';

test.each([
  ['\uD83D', ''],
  [['a', '\u{1F600}', { 'b/c': 'x\uDE00' }], '/2/b~1c'],
  [{ '\uDC00': 1 }, '/\uDC00'],
  [{ a: '\u{1F600}', b: [null, 1, true] }, undefined],
])('half a pair of %j is found at %j, also where doors would change it', (value, pointer) => {
  expect(findHalfPair(value)).toBe(pointer);
  expect(findJsonLoss(value)).toBeUndefined();
  expect(findJsonLoss(value, { forDoors: true })?.pointer).toBe(pointer);
});

test.each([
  [2 ** 53, '9007199254740992'],
  [-(2 ** 60), '-1152921504606847000'],
  [2 ** 64, '18446744073709552000'],
  [Object(2 ** 53), '9007199254740992'],
])('%d may stand for another integer at a door', (value: unknown, shown) => {
  const expected = 'a text, or at most 15 significant digits beyond 2^53';
  expect(findJsonLoss({ id: [value] })).toBeUndefined();
  expect(findJsonLoss({ id: [value] }, { forDoors: true })).toEqual({
    pointer: '/id/0',
    shown,
    expected,
  });
});

test('floats of few digits or beyond the integers of 64 bits, and safe integers, pass every door', () => {
  const value = [
    2 ** 53 - 1,
    1 - 2 ** 53,
    1e16,
    -1e18,
    123_456_789_012_345e3,
    1e20,
    1e21,
    -1e300,
    Number.MAX_VALUE,
    0.1,
    5e-324,
  ];
  expect(findJsonLoss(value, { forDoors: true })).toBeUndefined();
});

test('half a pair is found however deep it is', () => {
  const nest = (text: string): unknown =>
    JSON.parse(`${'['.repeat(20_000)}"${text}"${']'.repeat(20_000)}`);
  expect(findHalfPair(nest('\u{1F600}'))).toBeUndefined();
  expect(findHalfPair(nest('\uD83D'))).toBe('/0'.repeat(20_000));
});
