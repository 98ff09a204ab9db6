import type { Node } from 'jsonc-parser';
import { toPointer } from '../json/json-pointer.ts';
import { findNodePath } from './position.ts';

/** A name that stands more than once in one object of a JSON text. */
export interface DuplicateName {
  readonly name: string;
  /** The JSON pointer (RFC 6901) to the member with the repeated name. */
  readonly pointer: string;
  /** The offset in the text at which the name stands again, in UTF-16 code units. */
  readonly offset: number;
}

/**
 * Finds names that an object of a JSON text has more than once, in the order of the text, up to
 * `limit`: readers disagree about which of the values counts (RFC 8259, section 4).
 */
export function findDuplicateNames(tree: Node, limit: number): readonly DuplicateName[] {
  const duplicates: DuplicateName[] = [];
  const waiting = [tree];
  // Each place is read anew, and one long name may stand above very many.
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const children = node.children ?? [];
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child !== undefined) waiting.push(child);
    }
    if (node.type !== 'object') continue;
    const names = new Set<unknown>();
    for (const key of children.map((member) => member.children?.[0])) {
      const name: unknown = key?.value;
      if (key === undefined || typeof name !== 'string') continue;
      if (names.has(name)) {
        if (duplicates.length >= limit) return duplicates;
        duplicates.push({
          name,
          pointer: toPointer([...findNodePath(node), name]),
          offset: key.offset,
        });
      }
      names.add(name);
    }
  }
  return duplicates;
}
