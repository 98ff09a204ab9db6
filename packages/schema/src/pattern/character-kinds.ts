import { isAscii, listSamples, listTellingSamples } from './character-samples.ts';
import { CharacterSet } from './character-set.ts';
import { PatternAlphabet } from './pattern-alphabet.ts';
import { listLeaves, type PatternPart } from './pattern-part.ts';

/** A set of the kinds of characters that an expression tells apart: a bit for each. */
export type KindSet = bigint;

/** A set of characters as an expression says it, with the flags there. */
type Characters = Pick<Extract<PatternPart, { kind: 'character' }>, 'source' | 'flags'>;

/** The kinds of characters that one expression tells apart, as the engine of the host does. */
export class CharacterKinds {
  readonly all: KindSet;
  readonly #samples: readonly number[];
  readonly #sets: ReadonlyMap<string, KindSet>;

  /**
   * `text` is the expression that `part` was read from; `mode` is `''` if it has no flag `u`.
   *
   * @throws SyntaxError for a set that the flag `u` does not know
   */
  constructor(part: PatternPart, text: string, mode: 'u' | '' = 'u') {
    const parts = listCharacters(part);
    const sets = new Map(
      parts.map(({ source, flags }) => [
        toKey({ source, flags }),
        new CharacterSet(source, flags, mode),
      ]),
    );
    const alphabet = new PatternAlphabet([...sets.values()]);
    const cases = parts.filter((one) => one !== IN_LINE).map(({ flags }) => flags.includes('i'));
    // A range beyond ASCII has the other cases of its characters, which may stand on any page.
    const isCased = cases.includes(true) && (new Set(cases).size > 1 || !isAscii(text));
    const samples = isCased || /\\p/iu.test(text) ? listTellingSamples(text) : listSamples(text);
    alphabet.read(mode === 'u' ? samples : samples.withoutPairs());
    this.#samples = alphabet.samples.filter((sample) => sample !== undefined);
    this.all = this.#toBits(() => true);
    this.#sets = new Map(
      [...sets].map(([key, set]) => [key, this.#toBits((sample) => set.has(sample))]),
    );
  }

  /** Returns the kinds of the characters of a set. */
  of(characters: Characters): KindSet {
    return this.#sets.get(toKey(characters)) ?? 0n;
  }

  /** Returns the kinds of the characters of words, which edges tell apart. */
  ofWords(flags: string): KindSet {
    return this.of({ source: WORD, flags });
  }

  /** Returns the kinds of the ends of lines. */
  ofLineEnds(): KindSet {
    return this.all ^ this.of(IN_LINE);
  }

  /** Returns the kinds one by one, each as a set. */
  list(): readonly KindSet[] {
    return this.#samples.map((_, at) => 1n << BigInt(at));
  }

  /** Returns a character of the first kind of a set. */
  toCharacter(set: KindSet): string {
    const bits = set.toString(2);
    const sample = this.#samples[bits.length - 1 - bits.lastIndexOf('1')];
    return String.fromCodePoint(sample ?? 0);
  }

  #toBits(has: (sample: number) => boolean): KindSet {
    return this.#samples.reduce((bits, sample, at) => {
      return has(sample) ? bits | (1n << BigInt(at)) : bits;
    }, 0n);
  }
}

const WORD = String.raw`\w`;

/** A character that ends no line. */
const IN_LINE: Characters = { source: '.', flags: '' };

function toKey({ source, flags }: Characters): string {
  return `${flags}:${source}`;
}

function listCharacters(part: PatternPart): readonly Characters[] {
  return [...listLeaves(part)].flatMap((leaf): readonly Characters[] => {
    if (leaf.kind === 'character') return [leaf];
    if (leaf.kind === 'reference') return [];
    if (leaf.sign === 'b' || leaf.sign === 'B') return [{ source: WORD, flags: leaf.flags }];
    return leaf.flags.includes('m') ? [IN_LINE] : [];
  });
}
