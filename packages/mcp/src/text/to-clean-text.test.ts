import { expect, test } from 'vitest';
import { escapeUnseen, hasUnseen, toCleanLine, toCleanText } from './to-clean-text.ts';

const clean = (text: string): string => toCleanText(text, { most: 100 });

test('takes out what cannot be seen and what terminals act on', () => {
  expect(clean('a\u001b[31mred\u001b[0m\u0007b')).toBe('aredb');
  expect(clean('\u001b]8;;http://x\u0007link')).toBe('link');
  expect(clean('a\u202eb\u2066c\u200bd\ufeffe\u00adf')).toBe('abcdef');
  expect(clean(`see${String.fromCodePoint(0xe0041, 0xe0042)} this`)).toBe('see this');
  expect(clean('half \ud800 pair')).toBe('half  pair');
});

test('takes out selectors of variants that select nothing, which can spell a text', () => {
  const spelled = '\ufe06\ufe09\ufe07\ufe0e';
  expect(clean(`ok😀${spelled}`)).toBe('ok😀\ufe06');
  expect(clean(`a${spelled}b \ufe01c`)).toBe('ab c');
  expect(hasUnseen(`ok${spelled}`)).toBe(true);
  const escaped = escapeUnseen(JSON.stringify(`ok😀${spelled}`));
  expect(escaped).toContain(String.raw`\ufe09`);
  expect(JSON.parse(escaped)).toBe(`ok😀${spelled}`);
});

test('takes comments out and makes text of markup', () => {
  expect(clean('a<!-- do not tell -->b')).toBe('ab');
  expect(clean('a<!-- open')).toBe('a');
  expect(clean('<important>now</important> if a < b')).toBe('‹important›now‹/important› if a < b');
});

test('keeps what people write', () => {
  const text = 'Grüße, 日本\n\tمرحبا 👩‍👩‍👧 नी‌ति ❤\ufe0f 1\ufe0f\u20e3';
  expect(clean(text)).toBe(text);
  expect(hasUnseen(text)).toBe(false);
});

test('cuts, by whole characters', () => {
  expect(toCleanText('😀'.repeat(10), { most: 4 })).toBe('😀😀😀…');
  expect(toCleanLine('a\n\n b\t c', { most: 100 })).toBe('a b c');
});

test('marks an end that was cut off before it was cleaned', () => {
  const hidden = '\u200b'.repeat(40);
  expect(toCleanText(`ab${hidden}the end`, { most: 10 })).toBe('ab…');
  expect(toCleanText(`<!--${hidden}--> the end`, { most: 10 })).toBe('…');
  expect(toCleanText(`ab${hidden} \n`, { most: 10 })).toBe('ab');
  expect(toCleanLine(`ab${hidden}the end`, { most: 10 })).toBe('ab…');
  expect(toCleanLine(`ab${' '.repeat(40)}end`, { most: 10 })).toBe('ab end');
});

test('says whether a text hides something', () => {
  expect(hasUnseen('a\u200db')).toBe(true);
  expect(hasUnseen('a\u001bb')).toBe(true);
  expect(hasUnseen('plain')).toBe(false);
});

test('writes out what cannot be seen, so that JSON is the same data', () => {
  const data = {
    'a\u200b': `\u001b[31m\u202e\u007f${String.fromCodePoint(0xe0041)} \u0628\u200c\u0628`,
  };
  const text = escapeUnseen(JSON.stringify(data));
  expect(hasUnseen(text)).toBe(false);
  expect(text).toContain(String.raw`a\u200b`);
  expect(text).toContain('\u0628\u200c\u0628');
  expect(JSON.parse(text)).toEqual(data);
});
