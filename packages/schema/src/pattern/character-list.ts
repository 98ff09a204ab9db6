/** The number of code points of a page, for which memory is taken together. */
export const PAGE_SIZE = 256;

/** The most characters that are written into a text at once. */
const CHUNK = 4096;

/** Characters by page in the order of {@link sortPages}, about which sets are asked together. */
export class CharacterList {
  readonly codes: readonly number[];
  /** The characters as a text. */
  readonly text: string;
  /** The number of characters that take one unit of the text. They stand before the others. */
  readonly #shortCount: number;

  constructor(codes: readonly number[]) {
    const long = codes.findIndex((code) => code > 0xff_ff);
    let text = '';
    for (let at = 0; at < codes.length; at += CHUNK) {
      text += String.fromCodePoint(...codes.slice(at, at + CHUNK));
    }
    this.codes = codes;
    this.text = text;
    this.#shortCount = long < 0 ? codes.length : long;
  }

  /** Returns the characters that take one unit of the text. */
  withoutPairs(): CharacterList {
    return new CharacterList(this.codes.slice(0, this.#shortCount));
  }

  /** Returns the position in the list of the character that begins at a position of the text. */
  toPosition(unit: number): number {
    const behind = unit - this.#shortCount;
    return behind <= 0 ? unit : this.#shortCount + (behind >>> 1);
  }
}

/**
 * Sorts the numbers of pages. Those of the second halves of pairs stand before those of the first
 * ones, so that no two characters make a pair where they follow each other.
 */
export function sortPages(numbers: Iterable<number>): readonly number[] {
  const swap = (page: number): number => (page >= 0xd8 && page < 0xe0 ? page ^ 4 : page);
  return [...numbers].toSorted((a, b) => swap(a) - swap(b));
}

/** Lists all characters of some pages. */
export function listPages(numbers: Iterable<number>): CharacterList {
  return new CharacterList(
    sortPages(numbers).flatMap((page) =>
      Array.from({ length: PAGE_SIZE }, (_, at) => page * PAGE_SIZE + at),
    ),
  );
}

/** The characters of which most texts consist: those of the first page. */
export const FIRST_PAGE: CharacterList = listPages([0]);
