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
