import type { TypeNode } from './type-node.ts';

/** The same type with every type in it replaced by what `map` makes of it. */
export function mapParts(node: TypeNode, map: (part: TypeNode) => TypeNode): TypeNode {
  switch (node.kind) {
    case 'object':
      return {
        ...node,
        properties: node.properties.map((property) => ({ ...property, node: map(property.node) })),
        rest: node.rest && map(node.rest),
      };
    case 'list':
      return { ...node, item: map(node.item) };
    case 'tuple':
      return { ...node, items: node.items.map(map), rest: node.rest && map(node.rest) };
    case 'union':
    case 'intersection':
      return { ...node, members: node.members.map(map) };
    case 'unknown':
    case 'never':
    case 'scalar':
    case 'literals':
    case 'reference':
      return node;
  }
}
