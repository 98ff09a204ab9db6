import { JS, type Concatenation, type Element, type Expression, type Quantifier } from 'refa';

type Literal = Pick<RegExp, 'source' | 'flags'>;

/** Goes on at a position; true if the whole matches from there. */
type Next = (at: number) => boolean;

/** Where a list of elements is matched: forwards, or backwards as in a look behind. */
interface Walk {
  readonly elements: readonly Element[];
  readonly isBack: boolean;
}

const MAX_STEPS = 5_000_000;

/** Thrown by a search that takes more than five million steps. */
class TooManyStepsError extends Error {}

/**
 * Counts the characters that a backtracking matcher compares while it searches a text, which is the
 * same number on every machine. With the flag `g` it searches for all matches.
 *
 * @throws RangeError for a reference to a group.
 */
export function countSteps({ source, flags }: Literal, text: string): number {
  const parser = JS.Parser.fromLiteral({ source, flags });
  const { expression } = parser.parse({ assertions: 'parse', backreferences: 'throw' });
  return new CountedSearch(expression, text).run(/[gy]/u.test(flags));
}

class CountedSearch {
  readonly #alternatives: readonly Concatenation[];
  readonly #text: readonly number[];
  #steps = 0;

  constructor({ alternatives }: Expression, text: string) {
    this.#alternatives = alternatives;
    this.#text = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  }

  run(isForAll: boolean): number {
    try {
      for (let start = 0; start <= this.#text.length; start += 1) {
        let end: number | undefined;
        const found = this.#matchAny(this.#alternatives, { at: start, isBack: false }, (at) => {
          end = at;
          return true;
        });
        if (!found) continue;
        if (!isForAll) break;
        start = Math.max(start, (end ?? start) - 1);
      }
    } catch (error) {
      if (!(error instanceof TooManyStepsError)) throw error;
    }
    return this.#steps;
  }

  #matchAny(
    alternatives: readonly Concatenation[],
    { at, isBack }: { readonly at: number; readonly isBack: boolean },
    next: Next,
  ): boolean {
    return alternatives.some(({ elements }) =>
      this.#match({ elements: isBack ? elements.toReversed() : elements, isBack }, at, next),
    );
  }

  #match({ elements, isBack }: Walk, at: number, next: Next): boolean {
    const [element, ...others] = elements;
    if (element === undefined) return next(at);
    const rest: Next = (end) => this.#match({ elements: others, isBack }, end, next);
    switch (element.type) {
      case 'CharacterClass': {
        this.#steps += 1;
        if (this.#steps > MAX_STEPS) throw new TooManyStepsError();
        const code = this.#text[isBack ? at - 1 : at];
        if (code === undefined || !element.characters.has(code)) return false;
        return rest(isBack ? at - 1 : at + 1);
      }
      case 'Alternation': {
        return this.#matchAny(element.alternatives, { at, isBack }, rest);
      }
      case 'Assertion': {
        const place = { at, isBack: element.kind === 'behind' };
        const isTrue = this.#matchAny(element.alternatives, place, () => true);
        return isTrue !== element.negate && rest(at);
      }
      case 'Quantifier': {
        return this.#repeat(element, { at, isBack, count: 0 }, rest);
      }
      case 'Unknown': {
        throw new RangeError('Cannot count the steps of a reference to a group');
      }
    }
  }

  #repeat(
    quantifier: Quantifier,
    {
      at,
      isBack,
      count,
    }: { readonly at: number; readonly isBack: boolean; readonly count: number },
    next: Next,
  ): boolean {
    const { min, max, lazy, alternatives } = quantifier;
    const again = (): boolean =>
      count < max &&
      this.#matchAny(alternatives, { at, isBack }, (end) => {
        if (end === at && count >= min) return false;
        return this.#repeat(quantifier, { at: end, isBack, count: count + 1 }, next);
      });
    if (count < min) return again();
    return lazy ? next(at) || again() : again() || next(at);
  }
}
