import { expect, test } from 'vitest';
import { CharacterKinds } from './character-kinds.ts';
import { readPattern } from './pattern-part.ts';

function read(text: string, flags = ''): CharacterKinds {
  return new CharacterKinds(readPattern(text, flags).part, text);
}

/** Returns true if the kinds have a character that is in one set and not in the other. */
function tells(text: string, [one, other]: readonly [string, string]): boolean {
  const kinds = read(text);
  const isIn = kinds.of({ source: one, flags: '' });
  return (isIn & (kinds.all ^ kinds.of({ source: other, flags: '' }))) !== 0n;
}

test.each<[string, readonly [string, string]]>([
  [String.raw`[a-z]\w`, [String.raw`\w`, '[a-z]']],
  [String.raw`\p{sc=Thai}\p{L}`, [String.raw`\p{sc=Thai}`, String.raw`\p{L}`]],
  [String.raw`\p{sc=Tagalog}.`, ['.', String.raw`\p{sc=Tagalog}`]],
  [
    String.raw`[\u{A000}-\u{A123}][\u{A000}-\u{A124}]`,
    [String.raw`[\u{A000}-\u{A124}]`, String.raw`[\u{A000}-\u{A123}]`],
  ],
  [String.raw`[\ud83d\ude00]x.`, ['.', String.raw`[\ud83d\ude00]`]],
])('%s tells characters of its sets apart', (text, sets) => {
  expect(tells(text, sets)).toBe(true);
});

test('sets with the same characters have the same kinds', () => {
  expect(
    tells('[a-z][abcdefghijklmnopqrstuvwxyz]', ['[a-z]', '[abcdefghijklmnopqrstuvwxyz]']),
  ).toBe(false);
  const kinds = read('[a-z]', 'i');
  expect(kinds.of({ source: '[a-z]', flags: 'i' })).not.toBe(0n);
});

test('each kind has a character of its own, and edges have words and ends of lines', () => {
  const kinds = read(String.raw`^\bé$`, 'm');
  const characters = kinds.list().map((kind) => kinds.toCharacter(kind));
  expect(new Set(characters).size).toBe(characters.length);
  expect(kinds.toCharacter(kinds.of({ source: 'é', flags: 'm' }))).toBe('é');
  expect(kinds.toCharacter(kinds.ofLineEnds())).toBe('\n');
  expect(kinds.toCharacter(kinds.ofWords('m'))).toBe('0');
});
