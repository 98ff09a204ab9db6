import { type CharacterSet, OUTSIDE, PAGE_SIZE } from './character-set.ts';

/** The kinds of characters that the sets of a pattern tell apart. */
export class PatternAlphabet {
  readonly #sets: readonly CharacterSet[];
  /** A character of each kind, by the number of the kind. There is none before and behind a text. */
  readonly samples: (number | undefined)[] = [undefined];
  /** The kinds of the characters of each page that has been read. */
  readonly #pages: (Uint32Array | undefined)[] = [];
  /** Leads from the sets that have a character, so far, to those with one more. */
  readonly #branches = new Map<number, number>();
  readonly #kinds = new Map<number, number>();

  constructor(sets: readonly CharacterSet[]) {
    this.#sets = sets;
  }

  get pages(): readonly (Uint32Array | undefined)[] {
    return this.#pages;
  }

  /** Reads the pages of the characters of a text. */
  read(numbers: readonly number[]): void {
    for (const number of numbers) this.#pages[number] ??= this.#readPage(number);
  }

  /** Forgets the pages, but not the kinds. */
  forget(): void {
    this.#pages.length = 0;
  }

  #readPage(number: number): Uint32Array {
    const nodes = new Uint32Array(PAGE_SIZE);
    for (let index = 0; index < this.#sets.length; index += 1) {
      const page = this.#sets[index]?.toPage(number) ?? OUTSIDE;
      if (page === OUTSIDE) continue;
      let [before, node] = [-1, 0];
      for (let at = 0; at < PAGE_SIZE; at += 1) {
        if (page[at] !== 1) continue;
        const key = (nodes[at] ?? 0) * this.#sets.length + index;
        if (key !== before) node = this.#branch(key);
        before = key;
        nodes[at] = node;
      }
    }
    // The kinds take the place of the sets that they stand for.
    let [before, kind] = [-1, 0];
    for (let at = 0; at < PAGE_SIZE; at += 1) {
      const node = nodes[at] ?? 0;
      if (node !== before) kind = this.#kindOf(node, number * PAGE_SIZE + at);
      before = node;
      nodes[at] = kind;
    }
    return nodes;
  }

  #branch(key: number): number {
    const known = this.#branches.get(key);
    if (known !== undefined) return known;
    const made = this.#branches.size + 1;
    this.#branches.set(key, made);
    return made;
  }

  #kindOf(node: number, code: number): number {
    const known = this.#kinds.get(node);
    if (known !== undefined) return known;
    const made = this.samples.length;
    this.samples.push(code);
    this.#kinds.set(node, made);
    return made;
  }
}

/** Lists the pages of the characters of a text, each once. */
export function listPages(text: string): readonly number[] {
  // eslint-disable-next-line no-control-regex
  if (!/[^\0-\xff]/u.test(text)) return [0];
  const seen = new Uint8Array(0x11_00);
  const pages: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    let page = code >>> 8;
    if (code >= 0xd8_00 && code < 0xdc_00) {
      page = (text.codePointAt(at) ?? code) >>> 8;
      if (page > 0xff) at += 1;
    }
    if (seen[page] === 1) continue;
    seen[page] = 1;
    pages.push(page);
  }
  return pages;
}
