import { listSamples, listTellingSamples } from '../pattern/character-samples.ts';
import { CharacterSet } from '../pattern/character-set.ts';
import { type PatternPart, readPattern } from '../pattern/pattern-part.ts';

/** The most different words that are made from a part of a pattern. */
const MAX_WORDS = 200;

/** The most pairs of words that are joined at once, and for all of a pattern. */
const [MAX_PAIRS, MAX_STEPS] = [1000, 300_000];

/** The most rounds of a repetition beyond those that it must have. */
const MAX_LONGER = 200;

/** Characters in the order in which people read them best. */
const READABLE =
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/@#+*=,;!?$%&~|^()[]{}<>"\'`\\ ';

/**
 * Lists short texts that a pattern (flag `u`) is made of, the shortest first. What it asserts without
 * reading counts for nothing, so that some of the texts may not match. The work is bounded, whatever
 * the pattern.
 */
export function listWords(pattern: string): readonly string[] {
  return new WordList(pattern).make(readPattern(pattern).part);
}

class WordList {
  readonly #pattern: string;
  /** The words of each group that was read. */
  readonly #groups = new Map<number, readonly string[]>();
  readonly #characters = new Map<string, readonly string[]>();
  #steps = MAX_STEPS;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Makes the words of a part, the shortest first. */
  make(part: PatternPart): readonly string[] {
    switch (part.kind) {
      case 'character': {
        return this.#pickCharacter(part);
      }
      case 'edge':
      case 'look': {
        return [''];
      }
      case 'sequence': {
        return part.parts.reduce<readonly string[]>(
          (words, next) => this.#join(words, this.make(next)),
          [''],
        );
      }
      case 'choice': {
        return sortWords(part.parts.flatMap((way) => this.make(way)));
      }
      case 'group': {
        const words = this.make(part.part);
        this.#groups.set(part.index, words);
        return words;
      }
      case 'repetition': {
        return this.#repeat(part);
      }
      case 'reference': {
        return sortWords(part.groups.flatMap((index) => this.#groups.get(index) ?? ['']));
      }
    }
  }

  #repeat({ part, least, most }: Extract<PatternPart, { kind: 'repetition' }>): readonly string[] {
    const once = this.make(part);
    let words: readonly string[] = [''];
    for (let round = 0; round < least && words.length > 0; round += 1) {
      words = this.#join(words, once);
    }
    const repeated = [...words];
    const rounds = Math.min(most - least, MAX_LONGER);
    for (let round = 0; round < rounds && repeated.length < MAX_WORDS; round += 1) {
      words = this.#join(words, once);
      if (words.length === 0) break;
      repeated.push(...words);
    }
    return sortWords(repeated);
  }

  /** Joins words with those that follow them; none if that takes too many steps. */
  #join(words: readonly string[], next: readonly string[]): readonly string[] {
    const shortest = next.slice(0, Math.ceil(MAX_PAIRS / Math.max(words.length, 1)));
    this.#steps -= words.length * shortest.length;
    if (this.#steps < 0) return [];
    return sortWords(words.flatMap((word) => shortest.map((end) => `${word}${end}`)));
  }

  #pickCharacter({
    source,
    flags,
  }: Extract<PatternPart, { kind: 'character' }>): readonly string[] {
    const key = `${flags}:${source}`;
    const known = this.#characters.get(key);
    if (known !== undefined) return known;
    const set = new CharacterSet(source, flags);
    const readable = Array.from(READABLE).find((character) =>
      set.has(character.codePointAt(0) ?? 0),
    );
    const characters = readable === undefined ? this.#findCharacter(set) : [readable];
    this.#characters.set(key, characters);
    return characters;
  }

  #findCharacter(set: CharacterSet): readonly string[] {
    for (const list of [listSamples, listTellingSamples]) {
      const samples = list(this.#pattern);
      const code = samples.codes[set.findIn(samples)[0]?.[0] ?? -1];
      if (code !== undefined) return [String.fromCodePoint(code)];
    }
    return [];
  }
}

/** Sorts words by their length, and leaves out those that repeat others and those that are too many. */
function sortWords(words: readonly string[]): readonly string[] {
  return [...new Set(words)].toSorted((a, b) => a.length - b.length).slice(0, MAX_WORDS);
}
