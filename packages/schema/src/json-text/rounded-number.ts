import { expectNumber, isAmbiguousNumber } from '../json/ambiguous-number.ts';
import { appendPointer } from '../json/json-pointer.ts';

/** The deepest nesting that is looked into: every call stack has room for it, and no data is deeper. */
const MAX_DEPTH = 1000;

/** A number of a message that may stand for another one, with the JSON pointer to it. */
export interface RoundedNumber {
  readonly pointer: string;
  readonly number: number;
  /** The rule that the number breaks, in words that follow "must be". */
  readonly expected: string;
}

/**
 * Finds the first number that may be a rounded integer of its sender, where the text is not known:
 * protobuf carries numbers of JSON as doubles, and an SDK parses what comes over standard streams, so
 * that integers of 64 bits beyond 2^53 arrive as their neighbours. What lies deeper than data may is
 * left to those who refuse its depth.
 *
 * @example
 * findRounded({ id: 2 ** 60 })?.pointer; // '/id'
 */
export function findRounded(value: unknown): RoundedNumber | undefined {
  return findAt(value, 0);
}

function findAt(value: unknown, depth: number): RoundedNumber | undefined {
  if (typeof value === 'number') {
    const isExact = Number.isFinite(value) && !isAmbiguousNumber(value);
    if (isExact) return undefined;
    return { pointer: '', number: value, expected: expectNumber(String(value)) };
  }
  // Bytes are no JSON, and have a member for each of them.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
  if (depth > MAX_DEPTH) return undefined;
  for (const name in value) {
    const member: unknown = Reflect.get(value, name);
    if (typeof member !== 'object' && typeof member !== 'number') continue;
    const rounded = findAt(member, depth + 1);
    // The place is written only for what is found.
    if (rounded !== undefined) {
      return { ...rounded, pointer: `${appendPointer('', name)}${rounded.pointer}` };
    }
  }
  return undefined;
}
