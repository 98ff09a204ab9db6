import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { parsePointer } from '../json/json-pointer.ts';
import { toPosition } from './to-position.ts';

/** A place in a text, both numbers from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Line and column of what a JSON pointer leads to, or of the nearest place around it. */
export function findPosition(
  { tree, text }: { readonly tree: Node; readonly text: string },
  pointer: string,
): Position {
  let node = tree;
  for (const key of parsePointer(pointer)) {
    const next = findNodeAtLocation(node, [node.type === 'array' ? Number(key) : key]);
    if (next === undefined) break;
    node = next;
  }
  return toPosition(text, node.offset);
}
