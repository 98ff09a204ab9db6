import { findPatternFault } from './find-pattern-fault.ts';

/** A part of a pattern that other engines read, and what stands there. */
const TOKEN =
  /(?<class>\[(?:\\[^]|[^\]\\])*\])|\(\?(?<flags>[is]+)\)|\(\?P<(?<name>[A-Za-z_]\w*)>|(?<opening>\((?:\?(?:<?[=!]|:|<[A-Za-z_]\w*>))?)|(?<quantifier>[*+?]\??|\{\d+(?:,\d*)?\}\??)|\\(?<edge>[AzZ])|(?<escape>\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{\w+\}|[^]))|(?<sign>[^])/uy;

/** A character of a class, or two with a hyphen between them. */
const MEMBER = /(?<escape>\\[dDsSwW])|(?<from>\\[^]|[^\\])(?:-(?!\\[dDsSwW])(?<to>\\[^]|[^\\]))?/uy;

/** The edges of a text in Go and Python, and in JavaScript. */
const EDGES: Readonly<Record<string, string>> = { A: '^', z: '$', Z: '$' };

/** Further characters that are a letter in another case, by the rules of Unicode. */
const FOLDS: Readonly<Record<string, string>> = { k: '\u212A', s: '\u017F' };

/** The longest pattern that is rewritten, in characters. */
const MAX_LENGTH = 10_000;

/**
 * Writes a pattern that the flag `u` forbids as one that it allows, where its meaning is plain:
 * `\-` and other escapes that are needless, hyphens and braces that stand for themselves, and
 * `(?i)`, `(?s)`, `(?P<name>`, `\A`, `\z` and `\Z` of Go and Python. Others, and those that are
 * right, are returned as they are.
 */
export function toUnicodePattern(pattern: string): string {
  if (pattern.length > MAX_LENGTH || findPatternFault(pattern) === undefined) return pattern;
  const rewritten = new Writer(pattern).write();
  if (rewritten === undefined || findPatternFault(rewritten) !== undefined) return pattern;
  return rewritten;
}

/** Writes one pattern; what it cannot write plainly, it gives up. */
class Writer {
  readonly #text: string;
  /** The flags of each group around the current place, which end with it. */
  readonly #flags: string[] = [''];
  #isPlain = true;

  constructor(text: string) {
    this.#text = text;
  }

  write(): string | undefined {
    let out = '';
    for (let at = 0; at < this.#text.length && this.#isPlain; at = TOKEN.lastIndex) {
      TOKEN.lastIndex = at;
      const groups = TOKEN.exec(this.#text)?.groups;
      if (groups === undefined) return undefined;
      const end = TOKEN.lastIndex;
      out += this.#writeToken(groups);
      TOKEN.lastIndex = end;
    }
    return this.#isPlain ? out : undefined;
  }

  #writeToken(token: Readonly<Record<string, string | undefined>>): string {
    const { class: set, flags, name, opening, quantifier, edge, escape, sign = '' } = token;
    if (set !== undefined) return this.#writeClass(set);
    if (flags !== undefined) {
      this.#flags.push((this.#flags.pop() ?? '') + flags);
      return '';
    }
    if (name !== undefined || opening !== undefined) {
      this.#flags.push(this.#flags.at(-1) ?? '');
      return opening ?? `(?<${name}>`;
    }
    if (quantifier !== undefined) return quantifier;
    if (edge !== undefined) return EDGES[edge] ?? '';
    if (escape !== undefined) return this.#writeEscape(escape);
    return this.#writeSign(sign);
  }

  #writeSign(sign: string): string {
    if (sign === ')') {
      this.#flags.pop();
      // A bracket that closes nothing ends no group.
      if (this.#flags.length === 0) this.#isPlain = false;
      return sign;
    }
    if ('|^$'.includes(sign)) return sign;
    if (sign === '.') return this.#has('s') ? '[^]' : sign;
    // `x{,3}` repeats in Python alone.
    const isOdd = sign === '{' && this.#text[TOKEN.lastIndex] === ',';
    if (isOdd || sign === '[') this.#isPlain = false;
    return '{}]'.includes(sign) ? `\\${sign}` : this.#writeLetter(sign);
  }

  /** Writes an escape outside of classes. */
  #writeEscape(escape: string): string {
    const [, second = ''] = escape;
    if (/[^A-Za-z\d]/u.test(second))
      return /[\^$\\.*+?()[\]{}|/]/u.test(second) ? escape : this.#writeLetter(second);
    // What stands for a letter has another one in another case.
    const isCharacter = /^\\[uxpPc1-9k]/u.test(escape);
    if (isCharacter && this.#has('i')) this.#isPlain = false;
    return escape;
  }

  #writeClass(set: string): string {
    const isNegative = set.startsWith('[^');
    const members = set.slice(isNegative ? 2 : 1, -1);
    // `[[:alpha:]]` is a class of other engines, and `[]a]` takes a bracket there.
    if (members.includes('[:') || members === '') this.#isPlain = false;
    let out = '';
    for (let at = 0; at < members.length && this.#isPlain; at = MEMBER.lastIndex) {
      MEMBER.lastIndex = at;
      const groups = MEMBER.exec(members)?.groups;
      if (groups === undefined) {
        this.#isPlain = false;
        return '';
      }
      const { escape, from = '', to } = groups;
      out += escape ?? this.#writeRange(from, to);
    }
    return `[${isNegative ? '^' : ''}${out}]`;
  }

  #writeRange(from: string, to: string | undefined): string {
    const [first, last] = [toMember(from), to === undefined ? undefined : toMember(to)];
    if (first === undefined || (to !== undefined && last === undefined)) {
      this.#isPlain = false;
      return '';
    }
    const range = last === undefined ? first : `${first}-${last}`;
    if (!this.#has('i')) return range;
    if (last === undefined) return `${first}${listCases(first).join('')}`;
    return `${range}${this.#listCasesOfRange(first, last)}`;
  }

  /** Lists the letters in another case of those in a range, which must be one of ASCII. */
  #listCasesOfRange(first: string, last: string): string {
    const [from = '', to = ''] = [first.at(-1), last.at(-1)];
    // `\n` is no letter, and beyond ASCII there are too many.
    if (/[^ -~]|\\[a-z\d]/u.test(`${first}${last}`)) this.#isPlain = false;
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
    return Array.from(letters)
      .filter((letter) => letter >= from && letter <= to)
      .flatMap((letter) => listCases(letter))
      .join('');
  }

  #writeLetter(letter: string): string {
    const cases = this.#has('i') ? listCases(letter) : [];
    return cases.length === 0 ? letter : `[${letter}${cases.join('')}]`;
  }

  #has(flag: string): boolean {
    return this.#flags.at(-1)?.includes(flag) === true;
  }
}

/** Writes a member of a class with the flag `u`; `undefined` if its meaning is not plain. */
function toMember(member: string): string | undefined {
  if (!member.startsWith('\\')) return member === '-' ? String.raw`\-` : member;
  const [, second = ''] = member;
  if (/[\^$\\.*+?()[\]{}|/-]/u.test(second)) return member;
  if (/[^A-Za-z\d]/u.test(second)) return second;
  return /[fnrtv0]/u.test(second) ? member : undefined;
}

/** Lists the other cases of a letter. */
function listCases(letter: string): readonly string[] {
  const lower = letter.toLowerCase();
  const cases = [lower, letter.toUpperCase(), FOLDS[lower] ?? letter];
  return [...new Set(cases)].filter((variant) => variant !== letter && /^.$/su.test(variant));
}
