/** A kind of characters and the verdicts of looks, which stand at one position of a text. */
export interface PositionSymbol {
  readonly kind: number;
  /** 1 for each look that matches there. */
  readonly verdicts: Uint8Array;
}

/** The symbol of a position that is not numbered. */
export const UNNUMBERED = -1;

/** The most symbols that one evaluation numbers. */
export const MAX_SYMBOLS = 256;

/**
 * Numbers what stands at the positions of texts: the kind of the character that is read next, and
 * the verdicts of the looks there. Each evaluation has numbers for those that it meets first,
 * whatever earlier ones have met.
 */
export class LookaroundSymbols {
  /** By look, and by what is known before it and its verdict: the number of both. */
  readonly #branches: number[][];
  readonly #sizes: number[];
  #symbols: PositionSymbol[] = [];
  /** The last evaluation that has met each symbol. */
  #meetings: number[] = [];
  #evaluation = 0;
  #met = 0;

  constructor(lookCount: number) {
    this.#branches = Array.from({ length: lookCount }, () => []);
    this.#sizes = Array.from({ length: lookCount }, () => 0);
  }

  /** The number of symbols that are remembered. */
  get count(): number {
    return this.#symbols.length;
  }

  at(number: number): PositionSymbol | undefined {
    return this.#symbols[number];
  }

  /** Begins an evaluation; true if all symbols are forgotten because they are many. */
  begin(): boolean {
    this.#evaluation += 1;
    this.#met = 0;
    if (this.#symbols.length <= MAX_SYMBOLS) return false;
    for (const branches of this.#branches) branches.length = 0;
    this.#sizes.fill(0);
    this.#symbols = [];
    this.#meetings = [];
    return true;
  }

  /** Lists the symbols of the positions of a text, from the kinds and the verdicts of each look there. */
  read(kinds: Int32Array, verdicts: readonly Uint8Array[]): Int32Array {
    const symbols = new Int32Array(kinds.length);
    for (let at = 0; at < kinds.length; at += 1) {
      let number = kinds[at] ?? 0;
      for (let look = 0; look < verdicts.length && number !== UNNUMBERED; look += 1) {
        const branch = 2 * number + (verdicts[look]?.[at] ?? 0);
        number = this.#branches[look]?.[branch] ?? UNNUMBERED;
        if (number === UNNUMBERED) number = this.#add(look, branch);
      }
      if (number !== UNNUMBERED && this.#meetings[number] !== this.#evaluation) {
        number = this.#meet(number, { kinds, verdicts, at });
      }
      symbols[at] = number;
    }
    return symbols;
  }

  #add(look: number, branch: number): number {
    if (this.#met >= MAX_SYMBOLS) return UNNUMBERED;
    const branches = (this.#branches[look] ??= []);
    while (branches.length < branch) branches.push(UNNUMBERED);
    const number = this.#sizes[look] ?? 0;
    this.#sizes[look] = number + 1;
    branches[branch] = number;
    return number;
  }

  #meet(
    number: number,
    {
      kinds,
      verdicts,
      at,
    }: {
      readonly kinds: Int32Array;
      readonly verdicts: readonly Uint8Array[];
      readonly at: number;
    },
  ): number {
    if (this.#met >= MAX_SYMBOLS) return UNNUMBERED;
    this.#met += 1;
    this.#meetings[number] = this.#evaluation;
    this.#symbols[number] ??= {
      kind: kinds[at] ?? 0,
      verdicts: Uint8Array.from(verdicts, (row) => row[at] ?? 0),
    };
    return number;
  }
}
