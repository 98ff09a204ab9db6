import type { Node } from 'jsonc-parser';
import { expectNumber } from '../json/ambiguous-number.ts';
import { toPointer } from '../json/json-pointer.ts';
import { isExactNumber } from './exact-number.ts';
import { findNodePath } from './position.ts';

/** A number in a JSON text that JavaScript would read as another number. */
export interface InexactNumber {
  readonly text: string;
  /** The JSON pointer (RFC 6901) to the number. */
  readonly pointer: string;
  readonly offset: number;
  /** The rule that the number breaks, in words that follow "must be". */
  readonly expected: string;
}

/**
 * Finds the first number of a JSON text that JavaScript would change; `undefined` if there is none.
 */
export function findInexactNumber(tree: Node, source: string): InexactNumber | undefined {
  const waiting = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    // Children are added one by one: a list may have more members than a call can have arguments.
    for (const child of (node.children ?? []).toReversed()) waiting.push(child);
    if (node.type !== 'number') continue;
    const { offset, length } = node;
    const text = source.slice(offset, offset + length);
    if (isExactNumber(text)) continue;
    const pointer = toPointer(findNodePath(node));
    return { text, pointer, offset, expected: expectNumber(text) };
  }
  return undefined;
}
