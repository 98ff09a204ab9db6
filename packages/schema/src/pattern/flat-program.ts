import type { CharacterSet } from './character-set.ts';
import type { PatternProgram } from './pattern-program.ts';

export const CHARACTER = 0;
export const SPLIT = 1;
export const JUMP = 2;
export const EDGE = 3;
export const VERDICT = 4;
export const PEEK = 5;
const MATCH = 6;

/** The instructions of a program as numbers, because an automaton looks at millions of them. */
export interface FlatProgram {
  readonly sets: readonly CharacterSet[];
  readonly kinds: Uint8Array;
  /** Where to go on; of a character and a peek, the position of the set; of a verdict, that of the look. */
  readonly first: Int32Array;
  /**
   * Where else a split goes on; of a verdict and a peek, 1 if the look must not match, and of a peek
   * 2 more if it looks at the character that was read.
   */
  readonly second: Int32Array;
}

/** Writes a program that keeps no groups as numbers; `isBackward` if it reads a text from its end. */
export function toFlatProgram(
  { instructions, sets }: PatternProgram,
  isBackward: boolean,
): FlatProgram {
  const size = instructions.length;
  const kinds = new Uint8Array(size).fill(MATCH);
  const [first, second] = [new Int32Array(size), new Int32Array(size)];
  const positions = new Map(sets.map((set, position) => [set, position]));
  for (const [at, instruction] of instructions.entries()) {
    if (instruction.kind === 'character') {
      kinds[at] = CHARACTER;
      first[at] = positions.get(instruction.set) ?? 0;
    } else if (instruction.kind === 'split') {
      kinds[at] = SPLIT;
      first[at] = instruction.first;
      second[at] = instruction.second;
    } else if (instruction.kind === 'jump') {
      kinds[at] = JUMP;
      first[at] = instruction.to;
    } else if (instruction.kind === 'edge') {
      kinds[at] = EDGE;
    } else if (instruction.kind === 'verdict') {
      kinds[at] = VERDICT;
      first[at] = instruction.look;
      second[at] = Number(instruction.isNegative);
    } else if (instruction.kind === 'peek') {
      kinds[at] = PEEK;
      first[at] = positions.get(instruction.set) ?? 0;
      second[at] = Number(instruction.isNegative) + 2 * Number(instruction.isBehind !== isBackward);
    }
  }
  return { sets, kinds, first, second };
}

/** The words of a set that are read in the time in which a place is sorted. */
const WORDS_PER_PLACE = 4;

/**
 * A set of the places of a program, which is emptied and filled again for each state. The time for
 * it grows with the places in it, not with the program.
 */
export class PlaceSet {
  readonly #words: Uint32Array;
  readonly #added: Int32Array;
  #count = 0;

  constructor(size: number) {
    this.#added = new Int32Array(size);
    this.#words = new Uint32Array((size + 31) >>> 5);
  }

  /** True if the place was not in the set. */
  add(position: number): boolean {
    const word = this.#words[position >>> 5] ?? 0;
    const mask = 1 << (position & 31);
    if ((word & mask) !== 0) return false;
    this.#words[position >>> 5] = word | mask;
    this.#added[this.#count] = position;
    this.#count += 1;
    return true;
  }

  clear(): void {
    const words = this.#words;
    if (this.#count >= words.length) words.fill(0);
    else {
      for (let at = 0; at < this.#count; at += 1) words[(this.#added[at] ?? 0) >>> 5] = 0;
    }
    this.#count = 0;
  }

  /** Takes all places out, in ascending order. */
  take(): Int32Array {
    const places = this.#isSparse ? this.#sort() : this.#read();
    this.clear();
    return places;
  }

  /** True if it takes longer to go through all words than to sort the places. */
  get #isSparse(): boolean {
    return this.#words.length > WORDS_PER_PLACE * this.#count;
  }

  #sort(): Int32Array {
    return this.#added.subarray(0, this.#count).toSorted();
  }

  /** Reads the places from the words, because the engine takes longer to sort hundreds of them. */
  #read(): Int32Array {
    const places = new Int32Array(this.#count);
    let count = 0;
    for (let at = 0; count < places.length; at += 1) {
      for (let word = this.#words[at] ?? 0; word !== 0; word &= word - 1) {
        places[count] = (at << 5) + 31 - Math.clz32(word & -word);
        count += 1;
      }
    }
    return places;
  }
}
