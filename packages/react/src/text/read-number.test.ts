import { expect, test } from 'vitest';
import { readNumber } from './read-number.ts';

function read(text: string, language: string, isWhole = false): unknown {
  const reading = readNumber(text, { language, isWhole });
  if (reading.kind === 'number') return reading.value;
  return reading.kind === 'ambiguous' ? reading.readings : reading.kind;
}

test.each([
  ['12', 12],
  ['-3,5', -3.5],
  ['12,50', 12.5],
  ['12.50', 12.5],
  ['0.125', 0.125],
  ['1.234,50', 1234.5],
  ['1.234.567', 1_234_567],
  ['1 234,5', 1234.5],
  ['1.234', ['1234', '1,234']],
  ['-1.234', ['-1234', '-1,234']],
  ['1.250.5', 'none'],
  ['1,234.50', 'none'],
  ['1,', 1],
  [',5', 0.5],
])('German reads %s', (text, expected) => {
  expect(read(text, 'de')).toEqual(expected);
});

test.each([
  ['12.50', 12.5],
  ['12,50', 'none'],
  ['1,234.50', 1234.5],
  ['1,234,567', 1_234_567],
  ['1,234', ['1234', '1.234']],
  ['1’234.5', 1234.5],
  ['1e3', 1000],
  ['+5', 5],
  ['−5', -5],
  ['0x10', 'none'],
  ['Infinity', 'none'],
  ['', 'none'],
  ['-', 'none'],
  ['1e400', 'inexact'],
  ['9007199254740993', 'inexact'],
  ['-9007199254740993', 'inexact'],
  ['9007199254740992', 'inexact'],
  ['9007199254740991', 9_007_199_254_740_991],
  ['1e-400', 'inexact'],
])('English reads %s', (text, expected) => {
  expect(read(text, 'en')).toEqual(expected);
});

test('whole numbers have no decimals, so that a separator is one of thousands', () => {
  expect(read('1.234', 'de', true)).toBe(1234);
  expect(read('1,234', 'en', true)).toBe(1234);
});

test('other scripts and spaces are read, too', () => {
  expect(read('١٢٫٥', 'ar')).toBe(12.5);
  expect(read(new Intl.NumberFormat('ar-EG').format(-1234.5), 'ar')).toBe(-1234.5);
  expect(read('1\u202F234,5', 'fr')).toBe(1234.5);
  expect(read('1’234.5', 'de-CH')).toBe(1234.5);
});
