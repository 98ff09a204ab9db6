import { toPointer } from '../json/json-pointer.ts';
import { findNodePath } from './position.ts';
import type { Node } from 'jsonc-parser';

/** A number in a JSON text that JavaScript reads as another number. */
export interface InexactNumber {
  readonly text: string;
  /** JSON pointer (RFC 6901) to it. */
  readonly pointer: string;
  readonly offset: number;
}

/** The first number of a JSON text that JavaScript would change; `undefined` if there is none. */
export function findInexactNumber(tree: Node, source: string): InexactNumber | undefined {
  const waiting = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    // One by one: a list may have more members than a call can have arguments.
    for (const child of (node.children ?? []).toReversed()) waiting.push(child);
    if (node.type !== 'number') continue;
    const { offset, length } = node;
    const text = source.slice(offset, offset + length);
    if (!isExactNumber(text)) return { text, pointer: toPointer(findNodePath(node)), offset };
  }
  return undefined;
}

/**
 * False for a number, as JSON writes it, that JavaScript would change: one beyond 2^53 whose digits
 * do not come back, one that is too large, and one so small that it becomes 0. Rounded digits of a
 * fraction are no loss: all numbers have them.
 */
export function isExactNumber(text: string): boolean {
  const number = Number(text);
  if (!Number.isFinite(number)) return false;
  if (number === 0) return readDigits(text).digits === '';
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return true;
  const [before, after] = [readDigits(text), readDigits(String(number))];
  return before.digits === after.digits && before.exponent === after.exponent;
}

/** The digits from the first to the last that is not 0, and the power of ten of the last. */
function readDigits(text: string): { readonly digits: string; readonly exponent: number } {
  const [, whole = '', fraction = '', power = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/iu.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/u, '');
  const kept = digits.replace(/0+$/u, '');
  return {
    digits: kept,
    exponent: Number(power) - fraction.length + digits.length - kept.length,
  };
}
