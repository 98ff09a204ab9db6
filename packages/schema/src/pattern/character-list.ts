/**
 * The order in which characters are listed: the second halves of pairs stand before the first ones,
 * so that no two of them make a pair where they follow each other.
 */
function orderOf(code: number): number {
  return code >= 0xd8_00 && code < 0xe0_00 ? code ^ 0x4_00 : code;
}

/** The number of characters of a page, for which memory is taken together. */
export const PAGE_SIZE = 256;

/** Characters in their order, each once, about which sets are asked together. */
export class CharacterList {
  readonly codes: readonly number[];
  /** The number of characters that take one unit of a text. They stand before the others. */
  readonly #shortCount: number;
  #text: string | undefined;

  /** `codes` MUST be in the order of {@link listPage}. */
  constructor(codes: readonly number[]) {
    this.codes = codes;
    const long = codes.findIndex((code) => code > 0xff_ff);
    this.#shortCount = long < 0 ? codes.length : long;
  }

  /** The characters as a text. */
  get text(): string {
    this.#text ??= writeText(this.codes);
    return this.#text;
  }

  /** Returns the position in the list of the character that begins at a position of the text. */
  toPosition(unit: number): number {
    const behind = unit - this.#shortCount;
    return behind <= 0 ? unit : this.#shortCount + (behind >>> 1);
  }

  /** Returns the position of a character, or -1. */
  find(code: number): number {
    const order = orderOf(code);
    let [from, to] = [0, this.codes.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (orderOf(this.codes[middle] ?? 0) < order) from = middle + 1;
      else to = middle;
    }
    return this.codes[from] === code ? from : -1;
  }
}

/** The most characters that are written into a text at once. */
const CHUNK = 4096;

function writeText(codes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < codes.length; at += CHUNK) {
    text += String.fromCodePoint(...codes.slice(at, at + CHUNK));
  }
  return text;
}

/** Sorts the numbers of pages as their characters are listed. */
export function sortPages(pages: Iterable<number>): readonly number[] {
  return [...pages].toSorted((one, other) => orderOf(one << 8) - orderOf(other << 8));
}

/** Lists all characters of some pages. */
export function listPages(pages: Iterable<number>): CharacterList {
  return new CharacterList(
    sortPages(pages).flatMap((page) =>
      Array.from({ length: PAGE_SIZE }, (_, at) => page * PAGE_SIZE + at),
    ),
  );
}

/** The characters of which most texts consist: those of the first page. */
export const FIRST_PAGE: CharacterList = listPages([0]);
