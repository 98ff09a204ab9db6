import { parsePointer } from '../json/json-pointer.ts';
import { findNodeAtLocation, type Node, getNodePath } from 'jsonc-parser';

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

/** Line and column of an offset, both from 1. */
export function toPosition(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/u);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The names and indexes that lead to a node. */
export function findNodePath(node: Node): readonly (string | number)[] {
  return getNodePath(node).filter((segment) => typeof segment !== 'symbol');
}
