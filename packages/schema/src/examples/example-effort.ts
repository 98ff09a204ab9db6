import { createPatternMatcher, type PatternMatcher } from '../pattern/pattern-matcher.ts';
import { createMatchingString, type MatchingStringOptions } from './create-matching-string.ts';

/** The most schemas that are looked at for one example, in all attempts together. */
const MAX_SCHEMAS = 100_000;

/** The schemas that may be looked at while a text is made that matches some patterns. */
const SCHEMAS_PER_TEXT = 1000;

/** The most steps to match names of properties with patterns. */
const MAX_MATCHING_STEPS = 2_000_000;

/** The effort that is left to make one example, because the schema may be a stranger's. */
export class ExampleEffort {
  #schemas = MAX_SCHEMAS;
  readonly #matching = { steps: MAX_MATCHING_STEPS };
  readonly #matchers = new Map<string, PatternMatcher>();
  readonly #texts = new Map<string, string | undefined>();

  /** True if nothing more may be done. */
  get isOver(): boolean {
    return this.#schemas < 0;
  }

  /** Counts schemas that were looked at. */
  look(schemas: number): void {
    this.#schemas -= schemas;
  }

  /** True if a name matches a pattern; false if it is not known, because that takes too long. */
  isMatch(pattern: string, name: string): boolean {
    const matcher = this.#matchers.get(pattern) ?? createPatternMatcher(pattern);
    this.#matchers.set(pattern, matcher);
    return matcher.test(name, this.#matching) && this.#matching.steps >= 0;
  }

  /** Makes a text that matches all the patterns; `undefined` if none is found. */
  makeText(patterns: readonly string[], options: MatchingStringOptions): string | undefined {
    const key = JSON.stringify([patterns, options]);
    if (this.#texts.has(key)) return this.#texts.get(key);
    this.look(SCHEMAS_PER_TEXT * patterns.length);
    const text = this.isOver ? undefined : createMatchingString(patterns, options);
    this.#texts.set(key, text);
    return text;
  }
}
