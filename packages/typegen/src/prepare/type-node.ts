import type { TypeDoc } from './comments.ts';

/** A type prepared from a schema, as a tree that refers to other named types by their names. */
export type TypeNode = { readonly doc?: TypeDoc } & (
  | { readonly kind: 'unknown' }
  | { readonly kind: 'never' }
  | { readonly kind: 'scalar'; readonly type: 'string' | 'number' | 'boolean' | 'null' }
  | { readonly kind: 'literals'; readonly values: readonly LiteralValue[] }
  | {
      readonly kind: 'object';
      readonly properties: readonly TypeProperty[];
      /** The type of every other property of the object; `undefined` when there may be none. */
      readonly additional: TypeNode | undefined;
    }
  | { readonly kind: 'list'; readonly item: TypeNode }
  | {
      readonly kind: 'tuple';
      readonly items: readonly TypeNode[];
      /** The type of every further item of the tuple; `undefined` when there may be none. */
      readonly additional: TypeNode | undefined;
      /** The number of required items of the tuple. */
      readonly min: number;
    }
  | { readonly kind: 'union'; readonly members: readonly TypeNode[] }
  | { readonly kind: 'intersection'; readonly members: readonly TypeNode[] }
  | { readonly kind: 'reference'; readonly name: string }
);

/** A property of an object type: its name, its type, and whether it is required. */
export interface TypeProperty {
  readonly name: string;
  readonly node: TypeNode;
  readonly required: boolean;
}

/** A value that a literal type lists; objects and arrays become types of their own. */
export type LiteralValue = string | number | boolean | null;

/** The type that fits any value. */
export const UNKNOWN: TypeNode = { kind: 'unknown' };

/** The type that fits no value. */
export const NEVER: TypeNode = { kind: 'never' };

/** Makes the type of values that fit all of these types; `UNKNOWN` for an empty list. */
export function intersect(members: readonly TypeNode[]): TypeNode {
  const telling = withoutRepeated(members).filter(({ kind }) => kind !== 'unknown');
  const [first] = telling;
  if (first === undefined) return UNKNOWN;
  return telling.length === 1 ? first : { kind: 'intersection', members: telling };
}

/** Makes the type of values that fit any of these types; `NEVER` for an empty list. */
export function unite(members: readonly TypeNode[]): TypeNode {
  const different = withoutRepeated(members);
  const [first] = different;
  if (first === undefined) return NEVER;
  if (different.some(({ kind }) => kind === 'unknown')) return UNKNOWN;
  return different.length === 1 ? first : { kind: 'union', members: different };
}

/** Removes repeated references to the same type from a list of types. */
function withoutRepeated(members: readonly TypeNode[]): readonly TypeNode[] {
  const names = new Set<string>();
  return members.filter((member) => {
    if (member.kind !== 'reference') return true;
    if (names.has(member.name)) return false;
    names.add(member.name);
    return true;
  });
}

/** Returns a copy of a type with a comment. */
export function withDoc(node: TypeNode, doc: TypeDoc | undefined): TypeNode {
  if (doc === undefined) return node;
  // A reference shows the comment of its type; an intersection gives it one of its own.
  if (node.kind === 'reference') return { kind: 'intersection', members: [node], doc };
  return { ...node, doc };
}

/** Returns a copy of a type in which `map` has been applied to every type inside. */
export function mapParts(node: TypeNode, map: (part: TypeNode) => TypeNode): TypeNode {
  switch (node.kind) {
    case 'object':
      return {
        ...node,
        properties: node.properties.map((property) => ({ ...property, node: map(property.node) })),
        additional: node.additional && map(node.additional),
      };
    case 'list':
      return { ...node, item: map(node.item) };
    case 'tuple':
      return {
        ...node,
        items: node.items.map(map),
        additional: node.additional && map(node.additional),
      };
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
