import { getNodePath, type Node } from 'jsonc-parser';

/** The names and indexes that lead to a node. */
export function toNodePath(node: Node): readonly (string | number)[] {
  return getNodePath(node).filter((segment) => typeof segment !== 'symbol');
}
