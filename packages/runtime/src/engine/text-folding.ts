import { toNormalForm } from '@formwork/schema/internal';

/**
 * Matches signs that Unicode takes for letters, marks or punctuation of other scripts, such as that
 * of kelvin for K. Databases do not, so a search takes all of them for one sign.
 */
const TWINS = /[\u0340\u0341\u0343\u0344\u037e\u1fef\u212a]/gu;

const BEYOND_ASCII = /[\u0080-\u{10ffff}]/u;

/** Returns a text in the form in which letter case and the way to write accents make no difference. */
export function foldText(text: string): string {
  // Most texts need no more, which takes a fifth of the time.
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  const folded = toNormalForm(text.replaceAll(TWINS, '\ufffd'), 'NFC').toLowerCase();
  // The small sigma has two forms, of which the place in a word decides.
  return folded.replaceAll('ς', 'σ');
}

/** A part of a word by which a database finds texts that may have the word. */
export interface RowWord {
  /** The folded part as it stands in JSON; it may be empty. */
  readonly word: string;
  /** The longest part of it that is ASCII. */
  readonly ascii: string;
  /** The other forms of letters of the part, by letter, in a text whose ASCII is folded. */
  readonly forms: ReadonlyMap<string, readonly string[]>;
}

/** The most letters of a part: more find no fewer texts, and each costs a database time. */
const MAX_LETTERS = 32;

/** A letter with its marks, and the forms that fold to it; no forms if not all are clear. */
interface Letter {
  readonly letter: string;
  readonly forms: readonly string[] | undefined;
}

/**
 * Chooses the longest part of some folded words whose letters have forms that can be listed, because
 * databases fold only ASCII in the same way everywhere.
 */
export function chooseRowWord(words: readonly string[]): RowWord {
  const runs = words.flatMap((word) => {
    const letters = Array.from(word.match(LETTERS) ?? [], toLetter);
    // A mark may follow in the text, where it belongs to the last letter.
    const last = letters.at(-1);
    if (last !== undefined && mayTakeMark(last.letter)) letters.pop();
    return splitRuns(letters, ({ forms }) => forms !== undefined);
  });
  const run = longest(runs).slice(0, MAX_LETTERS);
  return {
    word: toJson(run),
    ascii: toJson(
      longest(splitRuns(run, ({ letter }) => letter.length === 1 && letter <= '\u007f')),
    ),
    forms: new Map(
      run.flatMap(({ letter, forms = [] }) =>
        forms.length === 0 ? [] : [[letter, forms] as const],
      ),
    ),
  };
}

/** Matches letters with their marks, and marks that have no letter. */
const LETTERS = /\P{M}\p{M}*|\p{M}+/gu;

function toLetter(letter: string): Letter {
  const parts = Array.from(letter.normalize('NFD'));
  const last = parts.pop() ?? '';
  const base = parts.join('').normalize('NFC');
  const single = readUnfolding().forms.get(letter) ?? [];
  if (parts.length === 0) {
    return { letter, forms: /\p{M}/u.test(last) ? undefined : single };
  }
  // Several marks may stand in another order; the parts of a syllable in Hangul may not.
  if (parts.length > 1 && !HANGUL.test(letter)) return { letter, forms: undefined };
  const bases = [base, ...(toLetter(base).forms ?? [])];
  const variants = [letter, ...single, ...bases.map((form) => `${form}${last}`)].map(lowerAscii);
  return { letter, forms: [...new Set(variants)].filter((form) => form !== letter) };
}

const HANGUL = /^[\uac00-\ud7a3]$/u;

/** Databases fold ASCII before they look at other letters. */
function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}

/** Returns true for a letter that is only the beginning of a letter if a mark follows. */
function mayTakeMark(letter: string): boolean {
  return /\p{M}/u.test(letter.normalize('NFD')) || readUnfolding().beginnings.has(letter);
}

/** The letters from which each folded letter comes. */
interface Unfolding {
  /** The single letters of any text that fold to each letter. */
  readonly forms: ReadonlyMap<string, readonly string[]>;
  /** The letters with which a single letter of a text begins that folds to a letter and a mark. */
  readonly beginnings: ReadonlySet<string>;
}

/**
 * The ranges with all letters beyond ASCII that fold to others, each with its end: to look at all
 * letters takes longer than a search.
 */
const RANGES = [
  [0x80, 0x3000],
  [0xa600, 0xac00],
  [0xf900, 0xfb50],
  [0xff00, 0xff60],
  [0x10400, 0x11000],
  [0x11800, 0x11a00],
  [0x16e00, 0x16f00],
  [0x1d100, 0x1d200],
  [0x1e900, 0x1ea00],
  [0x2f800, 0x2fa20],
] as const;

let unfolding: Unfolding | undefined;

/** Reads the tables of Unicode backwards, when something is searched for the first time. */
function readUnfolding(): Unfolding {
  if (unfolding !== undefined) return unfolding;
  const letters = RANGES.flatMap(([start, end]) =>
    Array.from({ length: end - start }, (_, index) => String.fromCodePoint(start + index)),
  );
  const forms = new Map<string, string[]>();
  const beginnings = new Set<string>();
  for (const [index, folded] of foldText(letters.join('\n')).split('\n').entries()) {
    const letter = letters[index] ?? '';
    if (folded === letter) continue;
    forms.set(folded, [...(forms.get(folded) ?? []), letter]);
    const [first = '', ...tail] = folded;
    if (tail.length > 0) beginnings.add(first);
  }
  unfolding = { forms, beginnings };
  return unfolding;
}

function splitRuns(
  letters: readonly Letter[],
  fits: (letter: Letter) => boolean,
): readonly (readonly Letter[])[] {
  const runs: Letter[][] = [[]];
  for (const letter of letters) {
    if (fits(letter)) runs.at(-1)?.push(letter);
    else runs.push([]);
  }
  return runs;
}

function longest(runs: readonly (readonly Letter[])[]): readonly Letter[] {
  return runs.reduce((longestRun, run) => (run.length > longestRun.length ? run : longestRun), []);
}

function toJson(run: readonly Letter[]): string {
  return JSON.stringify(run.map(({ letter }) => letter).join('')).slice(1, -1);
}
