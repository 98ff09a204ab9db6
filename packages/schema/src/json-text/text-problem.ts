import { findHalfPair, hasLoneSurrogate, toWholeText, WHOLE_TEXT } from '../json/lone-surrogate.ts';
import { cutText } from '../problems/preview-json.ts';
import type { Problem } from '../problems/problem.ts';
import { countJson, findSuspect } from './changed-number.ts';
import { keepsDigits } from './exact-number.ts';
import type { InexactNumber } from './inexact-number.ts';

/** A reason why a JSON text does not mean what its value says. */
export type TextProblem =
  /**
   * An object has a name more than once: readers disagree about which of them counts (RFC 8259,
   * section 4).
   */
  | { readonly kind: 'repeated-name' }
  /** A number or a text is one that a door would change. */
  | { readonly kind: 'changed-value'; readonly change: ChangedValue };

/** A part of a JSON text that JavaScript has changed, or that another door would change. */
export interface ChangedValue {
  readonly kind: 'number' | 'lone-surrogate';
  /** The JSON pointer (RFC 6901) to the part. */
  readonly pointer: string;
  /** The part, as text for an error message. */
  readonly text: string;
  /** The rule that the part breaks, in words that follow "must be". */
  readonly expected: string;
}

/**
 * Finds out whether a JSON text means something else than the value that `JSON.parse` made of it;
 * `undefined` if not. The text is UTF-8. It takes a fraction of the time of a parser that keeps
 * places.
 */
export function findTextFault(text: Uint8Array, value: unknown): TextProblem | undefined {
  const { members, suspicion } = countJson(value);
  const { colons, hasSmall, hasHalves } = scan(text);
  // An object with a name twice has fewer members than its text has.
  if (colons !== members) return { kind: 'repeated-name' };
  const number =
    suspicion === undefined || (suspicion === 'zero' && !hasSmall)
      ? undefined
      : findSuspect(new TextDecoder().decode(text), suspicion);
  const change = toChange(number) ?? (hasHalves ? toHalfChange(value) : undefined);
  return change && { kind: 'changed-value', change };
}

/**
 * Finds the first number of a JSON text that `JSON.parse` has changed, or else the first text with
 * half of a surrogate pair; `undefined` if there is none. `value` is what it made of the text. The
 * text is read again only if the value has a number that may stand for another one, so for most
 * texts this costs a walk through the value.
 *
 * @example
 * const text = '{"id":9007199254740993}';
 * findChangedValue(text, JSON.parse(text))?.pointer; // '/id'
 */
export function findChangedValue(text: string, value: unknown): ChangedValue | undefined {
  const number = findSuspect(text, countJson(value).suspicion);
  return toChange(number) ?? (mayHoldHalves(text) ? toHalfChange(value) : undefined);
}

/**
 * Finds the first number that `JSON.parse` has changed in a JSON text that another program has sent or
 * stored; `undefined` if there is none. What arrived as it was sent is read, also where this agent
 * would not have taken it: it may be all that is left of work that was paid for.
 *
 * @example
 * findLostNumber('[1e400]', [Infinity])?.text; // '1e400'
 */
export function findLostNumber(text: string, value: unknown): ChangedValue | undefined {
  return toChange(findSuspect(text, countJson(value).suspicion, keepsDigits));
}

/** In JSON, halves of surrogate pairs are escapes, or themselves in a text of JavaScript. */
function mayHoldHalves(text: string): boolean {
  return /\\ud/iu.test(text) || hasLoneSurrogate(text);
}

function toChange(number: InexactNumber | undefined): ChangedValue | undefined {
  if (number === undefined) return undefined;
  const { pointer, text, expected } = number;
  return { kind: 'number', pointer, text, expected };
}

function toHalfChange(value: unknown): ChangedValue | undefined {
  const pointer = findHalfPair(value);
  return pointer === undefined
    ? undefined
    : { kind: 'lone-surrogate', pointer, text: 'half a surrogate pair', expected: WHOLE_TEXT };
}

const [QUOTE, BACKSLASH, COLON, MINUS] = [0x22, 0x5c, 0x3a, 0x2d];
const [LETTER_U, LETTER_D] = [0x75, 0x64];
/** The bit that makes a small letter of a capital one. */
const SMALL_BIT = 0x20;
const LETTER_E = 0x65;

function scan(text: Uint8Array): {
  /** The number of colons: one for each member of an object. */
  readonly colons: number;
  /** True if a number has an exponent below zero. */
  readonly hasSmall: boolean;
  /** True if a string has an escape that may be half of a surrogate pair. */
  readonly hasHalves: boolean;
} {
  let colons = 0;
  let hasSmall = false;
  let hasHalves = false;
  let isInString = false;
  for (let offset = 0; offset < text.length; offset += 1) {
    const byte = text[offset] ?? 0;
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) {
      if (byte !== BACKSLASH) continue;
      offset += 1;
      hasHalves ||= text[offset] === LETTER_U && ((text[offset + 1] ?? 0) | SMALL_BIT) === LETTER_D;
    } else if (byte === COLON) colons += 1;
    else if (byte === MINUS) hasSmall ||= ((text[offset - 1] ?? 0) | SMALL_BIT) === LETTER_E;
  }
  return { colons, hasSmall, hasHalves };
}

/** Makes the problem of data in which a number or a text was changed. */
export function toChangeProblem(change: ChangedValue): Problem {
  const text = cutText(change.text, MAX_SHOWN);
  const { expected } = change;
  const keyword = change.kind === 'number' ? 'exact-number' : 'whole-text';
  const message = `must be ${expected} but is ${text}`;
  return { pointer: toWholeText(change.pointer), keyword, expected, received: text, message };
}

/**
 * Says in words which part of a text was changed, and where.
 *
 * @example
 * const change = findChangedValue('[1e400]', [Infinity]);
 * if (change !== undefined) console.error(describeChangedValue(change)); // /0 must be a number ...
 */
export function describeChangedValue(change: ChangedValue): string {
  const { pointer, text, expected } = change;
  // A strict reader could not read an answer that repeats half of a surrogate pair.
  const subject = pointer === '' ? 'it' : cutText(toWholeText(pointer), MAX_POINTER);
  return `${subject} must be ${expected}: current value is ${cutText(text, MAX_SHOWN)}`;
}

/** The longest number and the longest place that are shown, in characters. */
const [MAX_SHOWN, MAX_POINTER] = [40, 200];
