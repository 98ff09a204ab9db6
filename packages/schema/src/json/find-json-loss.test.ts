import { expect, test } from 'vitest';
import { findJsonLoss } from './find-json-loss.ts';

class Price {
  readonly amount = 3;
}

/** A value that JSON reads something else in place of. */
function readAs(json: unknown): object {
  return { toJSON: () => json };
}

/** A value whose `toJSON` returns the value itself, which JSON asks only once. */
class Self {
  readonly a = 1;
  toJSON(): this {
    return this;
  }
}

const circle: { inner: unknown[] } = { inner: [] };
circle.inner.push(circle);
const shared = { x: 1 };

test.each([
  ['a text', 'x'],
  ['null', null],
  ['numbers', [0, -1.5, Number.MAX_VALUE]],
  ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 })],
  ['members that are undefined', { a: undefined, b: { c: undefined } }],
  ['what stands in two places', [shared, { shared }]],
  ['a date', { at: new Date(0) }],
  ['a URL', [new URL('https://example.com')]],
  ['the fields of an instance', new Price()],
  ['bytes of Node', { a: Buffer.from('x') }],
  ['what JSON reads in place of a value', [readAs({ a: 1 }), readAs(null)]],
  ['a value that stands for itself', { a: new Self() }],
])('%s is carried by JSON', (_name, value) => {
  expect(findJsonLoss(value)).toBeUndefined();
});

test.each([
  [Number.NaN, '', 'NaN'],
  [{ a: [1, Number.NEGATIVE_INFINITY] }, '/a/1', '-Infinity'],
  [{ 'a/b': { '~': () => 1 } }, '/a~1b/~0', 'function'],
  [{ a: Symbol('x') }, '/a', 'symbol'],
  [[1, undefined], '/1', 'undefined'],
  [Array.from({ length: 1 }), '/0', 'undefined'],
  [{ a: new Map([[1, 2]]) }, '/a', 'Map'],
  [new Set([1]), '', 'Set'],
  [{ a: new Error('x') }, '/a', 'Error'],
  [{ a: Promise.resolve(1) }, '/a', 'Promise'],
  [{ a: new Uint8Array(2) }, '/a', 'Uint8Array'],
  [{ a: /x/u }, '/a', 'RegExp'],
  [{ at: new Date('no') }, '/at', 'Invalid Date'],
  [{ a: [1n] }, '/a/0', 'bigint'],
  [circle, '/inner/0', 'circle'],
  [{ a: readAs(new Map([[1, 2]])) }, '/a', 'Map'],
  [{ a: readAs({ b: [Number.NaN] }) }, '/a/b/0', 'NaN'],
  [[readAs(undefined)], '/0', 'undefined'],
  [readAs(() => 1), '', 'function'],
  [readAs(readAs(1)), '/toJSON', 'function'],
])('%o is not, and the finding says where', (value, pointer, shown) => {
  expect(findJsonLoss(value)).toEqual({ pointer, shown });
});
