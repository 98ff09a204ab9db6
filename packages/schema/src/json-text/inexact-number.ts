import type { Node } from 'jsonc-parser';
import { toPointer } from '../json/json-pointer.ts';
import { isExactNumber } from './exact-number.ts';
import { toNodePath } from './to-node-path.ts';

/** A number of a JSON text that is another one when JavaScript has read it. */
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
    if (!isExactNumber(text)) return { text, pointer: toPointer(toNodePath(node)), offset };
  }
  return undefined;
}
