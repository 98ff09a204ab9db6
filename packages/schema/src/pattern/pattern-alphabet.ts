import { CharacterList, FIRST_PAGE, PAGE_SIZE } from './character-list.ts';
import type { CharacterSet } from './character-set.ts';

/** The kinds of characters that the sets of a pattern tell apart. */
export class PatternAlphabet {
  readonly #sets: readonly CharacterSet[];
  /** A character of each kind, by the number of the kind. There is none before and behind a text. */
  readonly samples: (number | undefined)[] = [undefined];
  /** The kinds of the characters of each page; 0 for those that have not been read. */
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

  /** Reads characters, so that their kinds are known. The first page is read as a whole. */
  read(list: CharacterList): void {
    if (list === FIRST_PAGE && this.#pages[0] !== undefined) return;
    const codes = list.codes.filter((code) => (this.#pages[code >>> 8]?.[code & 0xff] ?? 0) === 0);
    if (codes.length > 0) this.#readNew(new CharacterList(codes));
  }

  /** Forgets the characters, but not the kinds. */
  forget(): void {
    this.#pages.length = 0;
  }

  #readNew(list: CharacterList): void {
    const nodes = new Uint32Array(list.codes.length);
    for (const [index, set] of this.#sets.entries()) {
      let [before, node] = [-1, 0];
      for (const [from, to] of set.findIn(list)) {
        for (let at = from; at < to; at += 1) {
          const key = (nodes[at] ?? 0) * this.#sets.length + index;
          if (key !== before) node = this.#branch(key);
          before = key;
          nodes[at] = node;
        }
      }
    }
    let [before, kind] = [-1, 0];
    for (let at = 0; at < list.codes.length; at += 1) {
      const code = list.codes[at] ?? 0;
      const node = nodes[at] ?? 0;
      if (node !== before) kind = this.#kindOf(node, code);
      before = node;
      const page = (this.#pages[code >>> 8] ??= new Uint32Array(PAGE_SIZE));
      page[code & 0xff] = kind;
    }
  }

  #branch(key: number): number {
    const cached = this.#branches.get(key);
    if (cached !== undefined) return cached;
    const branch = this.#branches.size + 1;
    this.#branches.set(key, branch);
    return branch;
  }

  #kindOf(node: number, code: number): number {
    const cached = this.#kinds.get(node);
    if (cached !== undefined) return cached;
    const kind = this.samples.length;
    this.samples.push(code);
    this.#kinds.set(node, kind);
    return kind;
  }
}
