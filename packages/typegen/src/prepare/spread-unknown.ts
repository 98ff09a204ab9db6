import { mapParts } from './map-parts.ts';
import type { TypeNode } from './type-node.ts';

/**
 * Says `unknown` where alternatives include a type that turned out to be unknown, and leaves such
 * types out of intersections. The generator would do the first by forgetting the type's name.
 */
export function spreadUnknown(types: ReadonlyMap<string, TypeNode>): ReadonlyMap<string, TypeNode> {
  const unknown = findUnknown(types);
  return new Map([...types].map(([name, node]) => [name, simplify(node)]));

  function simplify(node: TypeNode): TypeNode {
    const doc = node.doc && { doc: node.doc };
    if (node.kind === 'union' || node.kind === 'intersection') {
      if (isUnknown(node, unknown)) return { kind: 'unknown', ...doc };
    }
    if (node.kind !== 'intersection') return mapParts(node, simplify);
    const members = node.members.filter((member) => !isUnknown(member, unknown)).map(simplify);
    return { ...node, members };
  }
}

/** The names of types that are unknown, also by way of others. */
function findUnknown(types: ReadonlyMap<string, TypeNode>): ReadonlySet<string> {
  const unknown = new Set<string>();
  // What refers comes before what it refers to.
  const entries = [...types].toReversed();
  let before: number;
  do {
    before = unknown.size;
    for (const [name, node] of entries) {
      if (!unknown.has(name) && isUnknown(node, unknown)) unknown.add(name);
    }
  } while (unknown.size > before);
  return unknown;
}

function isUnknown(node: TypeNode, unknown: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case 'unknown':
      return true;
    case 'reference':
      return unknown.has(node.name);
    case 'union':
      return node.members.some((member) => isUnknown(member, unknown));
    case 'intersection':
      return node.members.every((member) => isUnknown(member, unknown));
    case 'never':
    case 'scalar':
    case 'literals':
    case 'object':
    case 'list':
    case 'tuple':
      return false;
  }
}
