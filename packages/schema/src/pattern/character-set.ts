import { type CharacterList, PAGE_SIZE } from './character-list.ts';

/** A literal character, or one that is escaped and means only itself. */
const LITERAL = /^(?:[^\\[.]|\\[\^$\\.*+?()[\]{}|/-])$/u;

/** Marks of characters that are known to be outside or inside; 0 for others. */
const [OUTSIDE, INSIDE] = [1, 2];

/** Positions of a list, from the first to the one behind the last. */
type Range = readonly [from: number, to: number];

/**
 * A set of characters as a part of a regular expression says it, such as `\d` or `[^a-z]`. The
 * engine of the host decides about each character once, so that the verdicts are those of the host.
 * `mode` is `''` for an expression without the flag `u`, whose characters are halves of pairs, too.
 */
export class CharacterSet {
  readonly #source: string;
  readonly #flags: string;
  /** The only code point of the set; `undefined` if it may have others. */
  readonly #literal: number | undefined;
  #expression: RegExp | undefined;
  #pages: (Uint8Array | undefined)[] = [];

  constructor(source: string, flags: string, mode: 'u' | '' = 'u') {
    const isOnly = !flags.includes('i') && LITERAL.test(source);
    this.#literal = isOnly ? source.codePointAt(source.startsWith('\\') ? 1 : 0) : undefined;
    this.#source = `(?:${source})+`;
    this.#flags = `g${mode}${flags}`;
  }

  /** True if the set has one character, about which the engine of the host is not asked. */
  get isLiteral(): boolean {
    return this.#literal !== undefined;
  }

  has(code: number): boolean {
    if (this.#literal !== undefined) return code === this.#literal;
    const mark = this.#pages[code >>> 8]?.[code & 0xff] ?? 0;
    return mark === 0 ? this.#ask(code) : mark === INSIDE;
  }

  /** Finds the characters of a list that are in the set. */
  findIn(list: CharacterList): readonly Range[] {
    if (this.#literal !== undefined) {
      const position = list.codes.indexOf(this.#literal);
      return position < 0 ? [] : [[position, position + 1]];
    }
    return Array.from(list.text.matchAll(this.#toExpression()), ({ 0: run, index }) => [
      list.toPosition(index),
      list.toPosition(index + run.length),
    ]);
  }

  /** Forgets what is known of characters. */
  forget(): void {
    this.#pages = [];
  }

  #ask(code: number): boolean {
    const isInside = this.#toExpression().test(String.fromCodePoint(code));
    const page = (this.#pages[code >>> 8] ??= new Uint8Array(PAGE_SIZE));
    page[code & 0xff] = isInside ? INSIDE : OUTSIDE;
    return isInside;
  }

  #toExpression(): RegExp {
    this.#expression ??= new RegExp(this.#source, this.#flags);
    this.#expression.lastIndex = 0;
    return this.#expression;
  }
}
