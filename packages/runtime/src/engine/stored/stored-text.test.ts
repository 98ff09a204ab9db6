import { expect, test } from 'vitest';
import { fromStoredText, toStoredText } from './stored-text.ts';

const TEXTS = [
  '',
  'a',
  'zero\u0000end',
  '\u007f',
  '\u007f00e9',
  'é',
  'löwe',
  '\ud800',
  '\ud801',
  '\udc00\ud800',
  '🦁',
  '\uffff',
  'a🦁',
  'a\uffff',
];

test('toStoredText() is ASCII that fromStoredText() turns back', () => {
  for (const text of TEXTS) {
    const stored = toStoredText(text);
    expect(Buffer.from(stored).length).toBe(stored.length);
    expect(fromStoredText(stored)).toBe(text);
  }
  expect(toStoredText('0b3c-plain')).toBe('0b3c-plain');
});

test('toStoredText() sorts as bytes as JavaScript sorts the texts', () => {
  const sorted = TEXTS.toSorted();
  const stored = TEXTS.map(toStoredText).toSorted((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  expect(stored.map(fromStoredText)).toEqual(sorted);
});
