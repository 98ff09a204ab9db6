import type { Node } from 'jsonc-parser';
import { toPointer } from '../json/json-pointer.ts';
import { findNodePath } from './position.ts';

/** A name that stands in an object more than once. */
export interface DuplicateName {
  readonly name: string;
  /** JSON pointer (RFC 6901) to the member. */
  readonly pointer: string;
  /** Where the name stands again. */
  readonly offset: number;
}

/**
 * Names that an object has more than once: readers disagree about which of the values counts (RFC
 * 8259, section 4). In the order of the text.
 */
export function findDuplicateNames(tree: Node): readonly DuplicateName[] {
  const found: DuplicateName[] = [];
  const waiting = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const children = node.children ?? [];
    for (let place = children.length - 1; place >= 0; place -= 1) {
      const child = children[place];
      if (child !== undefined) waiting.push(child);
    }
    if (node.type !== 'object') continue;
    const seen = new Set<unknown>();
    for (const key of children.map((member) => member.children?.[0])) {
      const name: unknown = key?.value;
      if (key === undefined || typeof name !== 'string') continue;
      if (seen.has(name)) {
        found.push({
          name,
          pointer: toPointer([...findNodePath(node), name]),
          offset: key.offset,
        });
      }
      seen.add(name);
    }
  }
  return found;
}
