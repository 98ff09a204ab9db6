import { expect, test } from 'vitest';
import { cleanComment, readDoc } from './comments.ts';

test('toDoc says what types cannot', () => {
  expect(
    readDoc({ title: 'T', description: 'D', minimum: 0, default: 'x', pattern: '^a*/' }),
  ).toEqual({ text: 'D\n\n@default "x"\n@pattern ^a*\\/\n@minimum 0' });
  expect(readDoc({ title: 'T', deprecated: true })).toEqual({ text: 'T', deprecated: true });
  expect(readDoc({ type: 'string', description: ' ' })).toBeUndefined();
});

test.each([
  ['a */ b', 'a *\\/ b'],
  ['a *\u200B/ b', 'a * / b'],
  ['@internal and me@example.com @x', '\\@internal and me@example.com \\@x'],
  ['a\r\nb\u2028c  \n\n\n\nd', 'a\nb\nc\n\nd'],
  ['\u202Eabc\uD800', 'abc'],
])('toCommentText makes %j safe', (text, safe) => {
  expect(cleanComment(text)).toBe(safe);
});

test('toCommentText cuts what is very long', () => {
  expect(cleanComment('x'.repeat(100_000))).toHaveLength(4_000);
});
