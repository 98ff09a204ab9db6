import type { CharacterSet } from './character-set.ts';
import type { PatternProgram } from './pattern-program.ts';

export const CHARACTER = 0;
export const SPLIT = 1;
export const JUMP = 2;
export const EDGE = 3;
const MATCH = 4;

/** The instructions of a program as numbers, because an automaton looks at millions of them. */
export interface FlatProgram {
  readonly sets: readonly CharacterSet[];
  readonly kinds: Uint8Array;
  /** Where to go on; of a character, the position of its set. */
  readonly first: Int32Array;
  /** Where else a split goes on. */
  readonly second: Int32Array;
}

/** Writes a program without looks and references as numbers. */
export function toFlatProgram({ instructions, sets }: PatternProgram): FlatProgram {
  const size = instructions.length;
  const kinds = new Uint8Array(size).fill(MATCH);
  const [first, second] = [new Int32Array(size), new Int32Array(size)];
  const positions = new Map(sets.map((set, position) => [set, position]));
  for (const [at, one] of instructions.entries()) {
    if (one.kind === 'character') {
      kinds[at] = CHARACTER;
      first[at] = positions.get(one.set) ?? 0;
    } else if (one.kind === 'split') {
      kinds[at] = SPLIT;
      first[at] = one.first;
      second[at] = one.second;
    } else if (one.kind === 'jump') {
      kinds[at] = JUMP;
      first[at] = one.to;
    } else if (one.kind === 'edge') {
      kinds[at] = EDGE;
    }
  }
  return { sets, kinds, first, second };
}

/** A set of the places of a program, which is emptied and filled again for each state. */
export class PlaceSet {
  readonly #words: Uint32Array;
  readonly #taken: Int32Array;

  constructor(size: number) {
    this.#taken = new Int32Array(size);
    this.#words = new Uint32Array((size + 31) >>> 5);
  }

  /** True if the place was not in the set. */
  add(place: number): boolean {
    const word = this.#words[place >>> 5] ?? 0;
    const mask = 1 << (place & 31);
    if ((word & mask) !== 0) return false;
    this.#words[place >>> 5] = word | mask;
    return true;
  }

  clear(): void {
    this.#words.fill(0);
  }

  /** Takes all places out, in ascending order. */
  take(): Int32Array {
    const [words, taken] = [this.#words, this.#taken];
    let count = 0;
    for (let at = 0; at < words.length; at += 1) {
      let word = words[at] ?? 0;
      if (word === 0) continue;
      words[at] = 0;
      while (word !== 0) {
        taken[count] = at * 32 + 31 - Math.clz32(word & -word);
        count += 1;
        word &= word - 1;
      }
    }
    return taken.slice(0, count);
  }
}
