import { type CharacterList, listPages } from './character-list.ts';

/** Characters of many scripts, of those that classes treat in a way of their own, and all spaces. */
const SAMPLES = 'aſKя٣字ああ가\u1680\u2028\u212A\uFEFF\u{1D7D8}\u{10400}\u{1F600}\u{20000}';

const ESCAPED = /\\u\{([\da-f]+)\}|\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|\\u([\da-f]{4})/giu;

/**
 * Lists characters of each kind that a pattern tells apart, unless it names kinds by their
 * properties: all of each page on which it names a character or the one before or behind it.
 */
export function listSamples(pattern: string): CharacterList {
  const escaped = Array.from(pattern.matchAll(ESCAPED), ([, long, high = '', low = '', short]) =>
    high === ''
      ? String.fromCodePoint(Math.min(Number.parseInt(long ?? short ?? '0', 16), LAST_CHARACTER))
      : String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)),
  );
  const pages = Array.from(`\0${SAMPLES}${pattern}${escaped.join('')}`, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return [code - 1, code, code + 1].map(toPage);
  });
  return listPages(new Set(pages.flat()));
}

/** True for an expression in which no character is named that is outside of ASCII. */
export function isAscii(pattern: string): boolean {
  return /^[\0-\u{7F}]*$/u.test(pattern) && !/\\[pPux]/u.test(pattern);
}

const LAST_CHARACTER = 0x10_ff_ff;

function toPage(code: number): number {
  return Math.min(Math.max(code, 0), LAST_CHARACTER) >>> 8;
}

/**
 * Pages, from the first to the last, that have a character of each combination of properties that
 * Unicode knows. The others repeat them: ideographs, syllables, private and unassigned characters.
 */
const TELLING: readonly (readonly [number, number])[] = [
  [0x00, 0x34],
  [0x4d, 0x4e],
  [0x9f, 0xac],
  [0xd7, 0xd8],
  [0xdb, 0xdc],
  [0xdf, 0xe0],
  [0xf8, 0x2_00],
  [0x2_a6, 0x2_a7],
  [0x2_b7, 0x2_b8],
  [0x2_ce, 0x2_ce],
  [0x2_eb, 0x2_ee],
  [0x2_fa, 0x3_00],
  [0x3_13, 0x3_13],
  [0x3_23, 0x3_23],
  [0x3_33, 0x3_34],
  [0x4_00, 0x4_00],
  [0xe_00, 0xe_01],
  [0xf_00, 0xf_00],
  // The last two characters of each plane are none.
  ...Array.from({ length: 14 }, (_, at) => [at * 0x1_00 + 0x3_ff, at * 0x1_00 + 0x3_ff] as const),
];

/** Lists characters of each kind that properties and cases tell apart, and those of {@link listSamples}. */
export function listTellingSamples(pattern: string): CharacterList {
  const pages = TELLING.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
  return listPages(new Set([...pages, ...listSamples(pattern).codes.map(toPage)]));
}
