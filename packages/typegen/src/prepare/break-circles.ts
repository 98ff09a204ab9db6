import type { Preparation } from './preparation.ts';
import { toIntersection, toUnion, UNKNOWN, type TypeNode } from './type-node.ts';

/**
 * Takes out references that lead back to the type they stand in without a property or an item
 * between: a schema that says nothing new, and a circle that no compiler accepts.
 */
export function breakCircles(
  types: ReadonlyMap<string, TypeNode>,
  { warnings }: Pick<Preparation, 'warnings'>,
): ReadonlyMap<string, TypeNode> {
  const broken = new Map(types);
  const open = new Set<string>();
  const done = new Set<string>();
  for (const name of types.keys()) visit(name);
  return broken;

  function visit(name: string): void {
    const node = types.get(name);
    if (done.has(name) || node === undefined) return;
    open.add(name);
    const stripped = strip(node, name) ?? { ...UNKNOWN, ...(node.doc && { doc: node.doc }) };
    broken.set(name, stripped);
    open.delete(name);
    done.add(name);
  }

  function strip(node: TypeNode, owner: string): TypeNode | undefined {
    switch (node.kind) {
      case 'reference': {
        if (open.has(node.name)) {
          const message = `Cannot follow a reference to ${node.name} as it must say more than itself: leaving it out`;
          warnings.push({ code: 'reference-circular', where: owner, message });
          return undefined;
        }
        visit(node.name);
        return node;
      }
      case 'union':
      case 'intersection': {
        const members = node.members.flatMap((member) => strip(member, owner) ?? []);
        if (members.length === node.members.length) return node;
        if (members.length === 0) return undefined;
        const rest = node.kind === 'union' ? toUnion(members) : toIntersection(members);
        return { ...rest, ...(node.doc && { doc: node.doc }) };
      }
      case 'unknown':
      case 'never':
      case 'scalar':
      case 'literals':
      case 'object':
      case 'list':
      case 'tuple':
        return node;
    }
  }
}
