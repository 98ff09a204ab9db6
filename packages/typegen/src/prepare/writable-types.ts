import type { Preparation } from './preparation.ts';
import { mapParts, intersect, unite, UNKNOWN, type TypeNode } from './type-node.ts';

/** The most alternatives of a type, multiplied out; the compiler gives up at 100,000. */
const MAX_WIDTH = 5_000;

/**
 * Changes types that are each valid, but that no compiler accepts together: circles of references
 * are cut, and unions that are too large are left out.
 */
export function makeWritable(
  types: ReadonlyMap<string, TypeNode>,
  preparation: Pick<Preparation, 'warnings'>,
): ReadonlyMap<string, TypeNode> {
  return limitUnions(breakCircles(types, preparation), preparation);
}

/**
 * Removes references that lead back to their own type without a property or an item between. Such a
 * reference says nothing new.
 */
function breakCircles(
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
          const message = `Cannot follow a reference to ${node.name} because it must say more than itself: leaving it out`;
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
        const stripped = node.kind === 'union' ? unite(members) : intersect(members);
        return { ...stripped, ...(node.doc && { doc: node.doc }) };
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

/**
 * Leaves out the widest members of intersections that the compiler would refuse, because the
 * alternatives of unions multiply.
 *
 * References outside properties and items MUST NOT lead in circles.
 */
function limitUnions(
  types: ReadonlyMap<string, TypeNode>,
  { warnings }: Pick<Preparation, 'warnings'>,
): ReadonlyMap<string, TypeNode> {
  const widths = new Map<string, number>();
  const limited = new Map<string, TypeNode>();
  for (const name of types.keys()) limitType(name);
  // Parts of types refer to the widths of other types, which are all known only now.
  return new Map(
    [...types.keys()].map((name) => [name, limitParts(limited.get(name) ?? UNKNOWN, name)]),
  );

  function limitType(name: string): number {
    const measured = widths.get(name);
    if (measured !== undefined) return measured;
    const node = limit(types.get(name) ?? UNKNOWN, name);
    limited.set(name, node);
    const width = measureWidth(node);
    widths.set(name, width);
    return width;
  }

  function limitParts(node: TypeNode, owner: string): TypeNode {
    const inPlace = node.kind === 'union' || node.kind === 'intersection';
    return mapParts(node, (part) => limitParts(inPlace ? part : limit(part, owner), owner));
  }

  function limit(node: TypeNode, owner: string): TypeNode {
    if (node.kind !== 'union' && node.kind !== 'intersection') return node;
    const join = node.kind === 'union' ? unite : intersect;
    const inner = {
      ...join(node.members.map((member) => limit(member, owner))),
      ...(node.doc && { doc: node.doc }),
    };
    if (measureWidth(inner) <= MAX_WIDTH) return inner;
    const message = `Cannot write all alternatives because there must be ${MAX_WIDTH} at most: leaving out some`;
    warnings.push({ code: 'union-too-large', where: owner, message });
    if (inner.kind !== 'intersection') {
      return { ...UNKNOWN, ...(node.doc && { doc: node.doc }) };
    }
    const members = inner.members.toSorted((a, b) => measureWidth(a) - measureWidth(b));
    while (measureWidth({ ...inner, members }) > MAX_WIDTH) members.pop();
    return { ...inner, members: inner.members.filter((member) => members.includes(member)) };
  }

  function measureWidth(node: TypeNode): number {
    switch (node.kind) {
      case 'literals':
        return node.values.length;
      case 'union':
        return node.members.reduce((sum, member) => sum + measureWidth(member), 0);
      case 'intersection':
        return node.members.reduce((product, member) => product * measureWidth(member), 1);
      case 'reference':
        return limitType(node.name);
      case 'scalar':
        return node.type === 'boolean' ? 2 : 1;
      case 'unknown':
      case 'never':
      case 'object':
      case 'list':
      case 'tuple':
        return 1;
    }
  }
}
