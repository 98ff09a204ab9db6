import type { TypeDoc } from './comments.ts';

/** A type that a schema was prepared into; only names in it need to be looked up. */
export type TypeNode = { readonly doc?: TypeDoc } & (
  | { readonly kind: 'unknown' }
  | { readonly kind: 'never' }
  | { readonly kind: 'scalar'; readonly type: 'string' | 'number' | 'boolean' | 'null' }
  | { readonly kind: 'literals'; readonly values: readonly LiteralValue[] }
  | {
      readonly kind: 'object';
      readonly properties: readonly TypeProperty[];
      /** The type of every other property; `undefined` when there may be none. */
      readonly rest: TypeNode | undefined;
    }
  | { readonly kind: 'list'; readonly item: TypeNode }
  | {
      readonly kind: 'tuple';
      readonly items: readonly TypeNode[];
      /** The type of every further item; `undefined` when there may be none. */
      readonly rest: TypeNode | undefined;
      /** The number of required items. */
      readonly min: number;
    }
  | { readonly kind: 'union'; readonly members: readonly TypeNode[] }
  | { readonly kind: 'intersection'; readonly members: readonly TypeNode[] }
  | { readonly kind: 'reference'; readonly name: string }
);

/** A property of an object type. */
export interface TypeProperty {
  readonly name: string;
  readonly node: TypeNode;
  readonly required: boolean;
}

/** An alternative of a literal type; objects and arrays become types of their own. */
export type LiteralValue = string | number | boolean | null;

/** A type for anything. */
export const UNKNOWN: TypeNode = { kind: 'unknown' };

/** A type for nothing. */
export const NEVER: TypeNode = { kind: 'never' };

/** The type of values that fit all of these; `UNKNOWN` for an empty list. */
export function intersect(members: readonly TypeNode[]): TypeNode {
  const telling = withoutRepeated(members).filter(({ kind }) => kind !== 'unknown');
  const [first] = telling;
  if (first === undefined) return UNKNOWN;
  return telling.length === 1 ? first : { kind: 'intersection', members: telling };
}

/** The type of values that fit any of these; `NEVER` for an empty list. */
export function unite(members: readonly TypeNode[]): TypeNode {
  const different = withoutRepeated(members);
  const [first] = different;
  if (first === undefined) return NEVER;
  if (different.some(({ kind }) => kind === 'unknown')) return UNKNOWN;
  return different.length === 1 ? first : { kind: 'union', members: different };
}

/** Keeps one reference of those that lead to the same type. */
function withoutRepeated(members: readonly TypeNode[]): readonly TypeNode[] {
  const seen = new Set<string>();
  return members.filter((member) => {
    if (member.kind !== 'reference') return true;
    if (seen.has(member.name)) return false;
    seen.add(member.name);
    return true;
  });
}

/** The same type with a comment. */
export function withDoc(node: TypeNode, doc: TypeDoc | undefined): TypeNode {
  if (doc === undefined) return node;
  // A reference has the comment of its type; here it needs one of its own.
  if (node.kind === 'reference') return { kind: 'intersection', members: [node], doc };
  return { ...node, doc };
}

/** The same type, with `map` applied to every type in it. */
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
