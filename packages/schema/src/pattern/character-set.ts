/** The number of code points of a page, which are decided about together. */
export const PAGE_SIZE = 256;

/** A literal character, or one that is escaped and means only itself. */
const LITERAL = /^(?:[^\\[.]|\\[\^$\\.*+?()[\]{}|/-])$/u;

/** The page of a set that has none of its characters. */
export const OUTSIDE: Uint8Array = new Uint8Array(PAGE_SIZE);

/**
 * A set of characters as a part of a regular expression says it, such as `\d` or `[^a-z]`. The
 * engine of the host decides about the characters of each page once, so that its verdicts are those
 * of the host.
 */
export class CharacterSet {
  readonly #source: string;
  readonly #flags: string;
  /** The only code point of the set; `undefined` if it may have others. */
  readonly #only: number | undefined;
  #expression: RegExp | undefined;
  #pages: (Uint8Array | undefined)[] = [];

  constructor(source: string, flags: string) {
    const isOnly = !flags.includes('i') && LITERAL.test(source);
    this.#only = isOnly ? source.codePointAt(source.startsWith('\\') ? 1 : 0) : undefined;
    this.#source = `(?:${source})+`;
    this.#flags = `gu${flags}`;
  }

  /** True if the set has one character, about which the engine of the host is not asked. */
  get isLiteral(): boolean {
    return this.#only !== undefined;
  }

  has(code: number): boolean {
    if (this.#only !== undefined) return code === this.#only;
    const page = this.#pages[code >>> 8] ?? this.#read(code >>> 8);
    return page[code & 0xff] === 1;
  }

  /** Returns 1 for each code point of a page that the set has, and 0 for the others. */
  toPage(number: number): Uint8Array {
    if (this.#only === undefined) return this.#pages[number] ?? this.#read(number);
    if (this.#only >>> 8 !== number) return OUTSIDE;
    const page = new Uint8Array(PAGE_SIZE);
    page[this.#only & 0xff] = 1;
    return page;
  }

  /** Forgets the pages. */
  forget(): void {
    this.#pages = [];
  }

  #read(number: number): Uint8Array {
    let page = OUTSIDE;
    const width = number > 0xff ? 2 : 1;
    this.#expression ??= new RegExp(this.#source, this.#flags);
    for (const { 0: found, index } of writePage(number).matchAll(this.#expression)) {
      if (page === OUTSIDE) page = new Uint8Array(PAGE_SIZE);
      page.fill(1, index / width, (index + found.length) / width);
    }
    this.#pages[number] = page;
    return page;
  }
}

/** The last page that was written, because several sets are asked about it. */
let written = { number: -1, text: '' };

/** Writes the code points of a page. No two of them make a pair, because no page has both halves. */
function writePage(number: number): string {
  if (written.number === number) return written.text;
  const codes = Array.from({ length: PAGE_SIZE }, (_, at) => number * PAGE_SIZE + at);
  written = { number, text: String.fromCodePoint(...codes) };
  return written.text;
}
