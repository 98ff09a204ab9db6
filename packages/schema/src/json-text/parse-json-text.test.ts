import { expect, test } from 'vitest';
import { decodeUtf8 } from './decode-utf8.ts';
import { findDuplicateNames } from './find-duplicate-names.ts';
import { parseJsonText } from './parse-json-text.ts';

function toBytes(...parts: readonly (string | number)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)],
    ),
  );
}

test.each([
  ['[1,]', '1:3', 'a comma stands after the last value'],
  ['{\n  "a": 1 ,\n}', '2:10', 'a comma stands after the last value'],
  ['{} // x', '1:4', 'comments are no part of it'],
  ['{/* x */}', '1:2', 'comments are no part of it'],
  ["{'a': 1}", '1:2', 'texts stand in double quotes'],
  ['{"a": }', '1:7', 'value expected'],
  ['', '1:1', 'must be JSON'],
])('%j is told as broken at %s', (text, place, reason) => {
  const [line, column] = place.split(':').map(Number);
  expect(parseJsonText(text)).toMatchObject({
    kind: 'broken',
    line,
    column,
    message: expect.stringContaining(reason),
  });
});

test('a byte order mark is passed over', () => {
  expect(parseJsonText('\uFEFF{"a":1}')).toMatchObject({ kind: 'parsed', value: { a: 1 } });
});

test('names that stand twice are found wherever they are, in the order of the text', () => {
  const text = '{"a":1,"b":[{"c/d":1,"c/d":2}],"\\u0061":2,"e":{"a":1}}';
  const parsed = parseJsonText(text);
  if (parsed.kind === 'broken') throw new Error(parsed.message);
  expect(
    findDuplicateNames(parsed.tree, 9).toSorted((one, other) => one.offset - other.offset),
  ).toEqual([
    { name: 'c/d', pointer: '/b/0/c~1d', offset: 21 },
    { name: 'a', pointer: '/a', offset: 31 },
  ]);
});

test('names that stand twice are listed up to a limit, however long their places are', () => {
  const members = Array.from({ length: 20_000 }, () => '"a":1');
  const parsed = parseJsonText(`{"${'n'.repeat(500_000)}":{${members.join(',')}}}`);
  if (parsed.kind === 'broken') throw new Error(parsed.message);
  expect(findDuplicateNames(parsed.tree, 100)).toHaveLength(100);
});

test('bytes that are no UTF-8 are told with their place', () => {
  expect(decodeUtf8(toBytes('{"ä":\n"', 0xff, '"}'))).toMatchObject({
    kind: 'broken',
    line: 2,
    column: 2,
    message: expect.stringContaining('0xFF'),
  });
  // The bytes end in the middle of a character.
  expect(decodeUtf8(toBytes('"a', 0xe2, 0x82))).toMatchObject({ kind: 'broken', column: 3 });
  expect(decodeUtf8(toBytes(0xff, 0xfe, 'a'))).toMatchObject({
    message: expect.stringContaining('UTF-16'),
  });
  expect(decodeUtf8(toBytes('"€"'))).toEqual({ kind: 'text', text: '"€"' });
});
