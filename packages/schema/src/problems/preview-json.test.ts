import { expect, test } from 'vitest';
import { previewJson, quote, cutText } from './preview-json.ts';

test.each([null, true, 0, -1.5, 'text', 'a "b"\n', [], {}, [1, [2]], { a: { b: 'c' }, 'd e': [] }])(
  'previewJson() writes %j as JSON does',
  (value) => {
    expect(previewJson(value)).toBe(JSON.stringify(value));
  },
);

test('previewJson() keeps 60 characters and marks the cut', () => {
  const fits = 'x'.repeat(58);
  expect(previewJson(fits)).toBe(`"${fits}"`);
  expect(previewJson(`${fits}y`)).toBe(`"${fits}…`);
});

test('previewJson() looks no further than it writes', () => {
  const trap = {
    get never(): string {
      throw new Error('was read');
    },
  };
  const value = [...Array.from({ length: 100 }, () => 'item'), trap];
  expect(previewJson(value)).toBe(`${JSON.stringify(value.slice(0, 20)).slice(0, 59)}…`);
});

test('previewJson() takes cyclic values and what JSON cannot carry', () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  expect(previewJson(cyclic)).toBe(`${'['.repeat(59)}…`);
  expect(previewJson([1n, undefined, Number.NaN, Symbol('s'), () => 1])).toBe(
    '[1,undefined,NaN,symbol,function]',
  );
});

test('previewJson() does not cut a character in two', () => {
  const text = `${'x'.repeat(57)}\u{1F600}${'y'.repeat(9)}`;
  expect(previewJson(text)).toBe(`"${'x'.repeat(57)}…`);
});

test('quote() escapes what is invisible or turns the direction of text', () => {
  expect(quote('a\u202Eb\u2028c\u200Bd\u0085e')).toBe(String.raw`"a\u202eb\u2028c\u200bd\u0085e"`);
});

test.each([
  ['abcd', 4, 'abcd'],
  ['abcde', 4, 'abc…'],
  ['a😀b', 3, 'a…'],
  ['a😀bc', 4, 'a😀…'],
  ['😀😀', 2, '…'],
])('%s in %i is %s', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
  expect(cut.length).toBeLessThanOrEqual(most);
});
