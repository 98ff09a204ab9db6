/** The code points below this have their membership remembered. */
const REMEMBERED = 0x1_00_00;

/**
 * A set of characters as a part of a regular expression says it, such as `\d` or `[^a-z]`. The
 * engine of the host decides about each character once, so that its verdicts are those of the host.
 */
export class CharacterSet {
  readonly #expression: RegExp;
  readonly #ascii: Uint8Array = new Uint8Array(128);
  /** For each code point: 0 is not known, 1 is outside, 2 is inside. */
  #others: Uint8Array | undefined;

  constructor(source: string, flags: string) {
    this.#expression = new RegExp(flags === '' ? `^${source}$` : `^(?${flags}:${source})$`, 'u');
  }

  has(code: number): boolean {
    if (code < 128) return this.#recall(this.#ascii, code);
    if (code >= REMEMBERED) return this.#decide(code);
    return this.#recall((this.#others ??= new Uint8Array(REMEMBERED)), code);
  }

  #recall(known: Uint8Array, code: number): boolean {
    const mark = known[code] || (known[code] = this.#decide(code) ? 2 : 1);
    return mark === 2;
  }

  #decide(code: number): boolean {
    return this.#expression.test(String.fromCodePoint(code));
  }
}
