import { expect, test } from 'vitest';
import { CharacterKinds } from './character-kinds.ts';
import { readPattern } from './pattern-part.ts';

function read(text: string, flags = ''): CharacterKinds {
  return new CharacterKinds(readPattern(text, flags).part, text);
}

/** Returns true if the kinds have a character that is in both sets. */
function overlap(text: string, [one, other]: readonly [string, string], flags: string): boolean {
  const mode = flags.includes('u') ? 'u' : '';
  const cases = flags.replace('u', '');
  const kinds = new CharacterKinds(readPattern(text, cases).part, text, mode);
  const isIn = kinds.of({ source: one, flags: cases });
  return (isIn & kinds.of({ source: other, flags: cases })) !== 0n;
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

/** Sets of two, the flags, and whether they have a character in common. */
const PAIRS: readonly (readonly [string, readonly [string, string], flags: string, boolean])[] = [
  // U+0250 is U+2C6F in capitals.
  [
    'another case on a far page',
    [String.raw`[\u0100-\u2000]`, String.raw`[\u2200-\ua000]`],
    'iu',
    true,
  ],
  ['U+1E9E without the flag u', [String.raw`[^\u1e9e]`, 'ß'], 'i', true],
  ['U+1E9E', [String.raw`[^\u1e9e]`, 'ß'], 'iu', false],
  ['U+017F without the flag u', [String.raw`\W`, 'ſ'], 'i', true],
  ['U+017F, which is one of words', [String.raw`\W`, 'ſ'], 'iu', false],
  ['a space of Ogham', [String.raw`[\u0100-\u1fff]`, String.raw`\s`], 'u', true],
  ['a space of no width', [String.raw`[\ue000-\uffff]`, String.raw`\s`], 'u', true],
  ['the end of a plane', [String.raw`[\u{41000}-\u{51000}]`, String.raw`\p{NChar}`], 'u', true],
  ['a gap of ideographs', [String.raw`[\u{2d000}-\u{2ed00}]`, String.raw`\p{Cn}`], 'u', true],
];

test.each(PAIRS)('sets are compared by their characters: %s', (...pair) => {
  const [, sets, flags, isCommon] = pair;
  expect(overlap(sets.join('|'), sets, flags)).toBe(isCommon);
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
