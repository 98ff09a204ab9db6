import { expect, test } from 'vitest';
import { toShellWord } from './to-shell-word.ts';

test.each([
  ['linux', 'a.b:/c-1', 'a.b:/c-1'],
  ['linux', "it's $(x)", String.raw`'it'\''s $(x)'`],
  ['linux', String.raw`a\b`, String.raw`'a\b'`],
  ['win32', String.raw`C:\my\app`, String.raw`C:\my\app`],
  ['win32', 'my app', '"my app"'],
  ['win32', "it's & calc", '"it\'s & calc"'],
  ['win32', 'a" & calc & "', '"a? & calc & ?"'],
  ['win32', 'a\u201d; calc', '"a?; calc"'],
  ['win32', '%PATH% $(calc) `n ^ !x!', '"?PATH? ?(calc) ?n ? ?x?"'],
  ['win32', 'a\r\ncalc', '"a??calc"'],
] as const)('on %s the word %j is written %s', (platform, text, word) => {
  expect(toShellWord(text, platform)).toBe(word);
});
