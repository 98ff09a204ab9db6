import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { toPosition } from '../input/parse-json-text.ts';

/** Line and column of what a JSON pointer leads to, or of the nearest place around it. */
export function findPosition(
  { tree, text }: { readonly tree: Node; readonly text: string },
  pointer: string,
): { readonly line: number; readonly column: number } {
  let node = tree;
  for (const segment of pointer.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = findNodeAtLocation(node, [node.type === 'array' ? Number(key) : key]);
    if (next === undefined) break;
    node = next;
  }
  return toPosition(text, node.offset);
}
