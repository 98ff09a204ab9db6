import { countJson, findSuspect } from './changed-number.ts';
import { cutText } from '../problems/preview-json.ts';
import type { Problem } from '../problems/problem.ts';
import type { InexactNumber } from './inexact-number.ts';

/** A reason why a JSON text does not mean what its value says. */
export type TextFault =
  /**
   * An object has a name more than once: readers disagree about which of them counts (RFC 8259,
   * section 4).
   */
  | { readonly kind: 'repeated-name' }
  /** A number is one that JavaScript has changed. */
  | { readonly kind: 'changed-number'; readonly number: InexactNumber };

/**
 * Finds out whether a JSON text means something else than the value that `JSON.parse` made of it;
 * `undefined` if not. The text is UTF-8. It takes a fraction of the time of a parser that keeps
 * places.
 */
export function findTextFault(text: Uint8Array, value: unknown): TextFault | undefined {
  const { members, suspicion } = countJson(value);
  const { colons, hasSmall } = scan(text);
  // An object with a name twice has fewer members than its text has.
  if (colons !== members) return { kind: 'repeated-name' };
  if (suspicion === undefined || (suspicion === 'zero' && !hasSmall)) return undefined;
  const number = findSuspect(new TextDecoder().decode(text), suspicion);
  return number && { kind: 'changed-number', number };
}

const [QUOTE, BACKSLASH, COLON, MINUS] = [0x22, 0x5c, 0x3a, 0x2d];
/** The bit that makes a small letter of a capital one. */
const SMALL_BIT = 0x20;
const LETTER_E = 0x65;

/** What stands in a JSON text outside of its strings. */
interface TextScan {
  /** The number of colons: one for each member of an object. */
  readonly colons: number;
  /** True if a number has an exponent below zero. */
  readonly hasSmall: boolean;
}

function scan(text: Uint8Array): TextScan {
  let colons = 0;
  let hasSmall = false;
  let isInString = false;
  for (let place = 0; place < text.length; place += 1) {
    const byte = text[place] ?? 0;
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) {
      if (byte === BACKSLASH) place += 1;
    } else if (byte === COLON) colons += 1;
    else if (byte === MINUS) hasSmall ||= ((text[place - 1] ?? 0) | SMALL_BIT) === LETTER_E;
  }
  return { colons, hasSmall };
}

const EXPECTED = 'a number that JavaScript holds exactly';

/** Makes the problem of data in which a number was changed. */
export function toNumberProblem(number: InexactNumber): Problem {
  const text = cutText(number.text, MAX_SHOWN);
  const message = `must be ${EXPECTED} but is ${text}`;
  const { pointer } = number;
  return { pointer, keyword: 'exact-number', expected: EXPECTED, received: text, message };
}

/** Says in words which number of a text was changed, and where. */
export function describeChangedNumber({ pointer, text }: InexactNumber): string {
  const place = pointer === '' ? 'it' : cutText(pointer, MAX_POINTER);
  return `${place} must be ${EXPECTED}: current value is ${cutText(text, MAX_SHOWN)}`;
}

/** The longest number and the longest place that are shown, in characters. */
const [MAX_SHOWN, MAX_POINTER] = [40, 200];
