import { expectNumber } from '../json/ambiguous-number.ts';
import { toPointer } from '../json/json-pointer.ts';
import { isExactNumber } from './exact-number.ts';
import type { InexactNumber } from './inexact-number.ts';

/** A number beyond 2^53 may be a rounded one, and a zero one that is too small for JavaScript. */
type Suspicion = 'large' | 'zero';

/** Walks through a JSON value. */
export function countJson(value: unknown): {
  /** The number of members of all objects. */
  readonly members: number;
  /** The kind of number in the value that may stand for another one; absent if there is none. */
  readonly suspicion: Suspicion | undefined;
} {
  const count: { members: number; suspicion: Suspicion | undefined } = {
    members: 0,
    suspicion: undefined,
  };
  // A list replaces recursion, because a deep value would exhaust the call stack.
  const waiting: object[] = [];
  const look = (item: unknown): void => {
    if (typeof item === 'number') {
      if (item > Number.MAX_SAFE_INTEGER || item < Number.MIN_SAFE_INTEGER) {
        count.suspicion = 'large';
      }
      if (item === 0) count.suspicion ??= 'zero';
    } else if (typeof item === 'object' && item !== null) waiting.push(item);
  };
  look(value);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) {
      for (const item of next) look(item);
    } else {
      const items: readonly unknown[] = Object.values(next);
      count.members += items.length;
      for (const item of items) look(item);
    }
  }
  return count;
}

/** Matches an exponent below zero, and some other text such as that of a UUID. */
const SMALL = /\de-\d/iu;

/**
 * Finds the first number of a JSON text that a rule refuses, if its value has a suspect. Default:
 * those that JavaScript changes, or that may stand for another one.
 */
export function findSuspect(
  text: string,
  suspicion: Suspicion | undefined,
  isRight: (number: string) => boolean = isExactNumber,
): InexactNumber | undefined {
  if (suspicion === undefined || (suspicion === 'zero' && !SMALL.test(text))) return undefined;
  return findInText(text, isRight);
}

/** A list or an object of the text that is open, with the place in it. */
interface Frame {
  /** The index of the item, in a list. */
  index: number | undefined;
  /** The name of the member with its quotes, in an object. */
  name: string;
}

const NUMBER = /-?\d[\d.e+-]*/iuy;

/** The shortest number that JavaScript may change, unless it has an exponent. */
const MIN_LENGTH = 16;

/** Finds the first number of a text that a rule refuses. The text is JSON. */
function findInText(text: string, isRight: (number: string) => boolean): InexactNumber | undefined {
  const frames: Frame[] = [];
  let quoted = '';
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text.charAt(offset);
    const frame = frames.at(-1);
    switch (character) {
      case '"': {
        const end = findStringEnd(text, offset);
        quoted = text.slice(offset, end + 1);
        offset = end;
        break;
      }
      case ':':
        if (frame !== undefined) frame.name = quoted;
        break;
      case ',':
        if (frame?.index !== undefined) frame.index += 1;
        break;
      case '[':
        frames.push({ index: 0, name: '' });
        break;
      case '{':
        frames.push({ index: undefined, name: '' });
        break;
      case ']':
      case '}':
        frames.pop();
        break;
      default: {
        if (character !== '-' && !(character >= '0' && character <= '9')) break;
        const number = readNumber(text, offset);
        if (mayChange(number) && !isRight(number)) {
          const expected = expectNumber(number);
          return { text: number, pointer: toPointerText(frames), offset, expected };
        }
        offset += number.length - 1;
      }
    }
  }
  return undefined;
}

/** Finds the closing quote of a string in a JSON text; the string begins at `start`. */
export function findStringEnd(text: string, start: number): number {
  for (let offset = text.indexOf('"', start + 1); ; offset = text.indexOf('"', offset + 1)) {
    if (offset === -1) return text.length;
    let escapes = 0;
    while (text.charAt(offset - 1 - escapes) === '\\') escapes += 1;
    if (escapes % 2 === 0) return offset;
  }
}

function readNumber(text: string, offset: number): string {
  NUMBER.lastIndex = offset;
  return NUMBER.exec(text)?.[0] ?? text.charAt(offset);
}

function mayChange(number: string): boolean {
  return number.length >= MIN_LENGTH || /e/iu.test(number);
}

function toPointerText(frames: readonly Frame[]): string {
  return toPointer(
    frames.map(({ index, name }) => index ?? String(JSON.parse(name === '' ? '""' : name))),
  );
}
