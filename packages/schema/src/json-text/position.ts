import { findNodeAtLocation, type Node, getNodePath } from 'jsonc-parser';
import { parsePointer } from '../json/json-pointer.ts';

/** A line and a column of a text, both counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the line and the column of the value that a JSON pointer leads to, or of the nearest value
 * around it.
 */
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

/** Converts an offset in a text to its line and column, both counted from 1. */
export function toPosition(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/u);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/**
 * Lists the names and indexes that lead from the root of a parsed JSON text to one of its nodes.
 */
export function findNodePath(node: Node): readonly (string | number)[] {
  return getNodePath(node).filter((segment) => typeof segment !== 'symbol');
}
