import { expect, test } from 'vitest';
import {
  appendPointer,
  parsePointer,
  resolvePointer,
  toFragment,
  toPointer,
} from './json-pointer.ts';

// The document and the pointers of RFC 6901 section 5.
const DOCUMENT = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
};

test.each([
  ['', DOCUMENT],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/c%d', 2],
  ['/e^f', 3],
  ['/g|h', 4],
  ['/i\\j', 5],
  ['/k"l', 6],
  ['/ ', 7],
  ['/m~0n', 8],
])('resolvePointer() finds what %j points to', (pointer, value) => {
  expect(resolvePointer(DOCUMENT, pointer)).toEqual(value);
});

test.each(['/missing', '/foo/2', '/foo/0/x', 'foo', '/toString', '/foo/length/x'])(
  'resolvePointer() finds nothing at %j',
  (pointer) => {
    expect(resolvePointer(DOCUMENT, pointer)).toBeUndefined();
  },
);

test('toPointer() and parsePointer() undo each other', () => {
  const names = ['a/b', 'm~n', '~1', '', '0'];
  expect(toPointer(names)).toBe('/a~1b/m~0n/~01//0');
  expect(parsePointer('/a~1b/m~0n/~01//0')).toEqual(names);
  expect(toPointer([])).toBe('');
  expect(parsePointer('')).toEqual([]);
});

test('appendPointer() escapes the name', () => {
  expect(appendPointer('/a', 'b/c')).toBe('/a/b~1c');
  expect(appendPointer('', 0)).toBe('/0');
});

test.each([
  ['', '#'],
  ['/foo/0', '#/foo/0'],
  ['/a~1b', '#/a~1b'],
  ['/c%d', '#/c%25d'],
  ['/k"l', '#/k%22l'],
  ['/ ', '#/%20'],
  ['/\uD800', '#/%EF%BF%BD'],
])('toFragment() of %j is %s', (pointer, fragment) => {
  expect(toFragment(pointer)).toBe(fragment);
});
