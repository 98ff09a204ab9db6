/** What a type says for people. */
export interface TypeDoc {
  /** The comment above it; safe to stand in one. */
  readonly text?: string;
  readonly deprecated?: boolean;
}

/** A property of an object type. */
export interface TypeProperty {
  readonly name: string;
  readonly node: TypeNode;
  readonly required: boolean;
}

/** What alternatives of a literal type are; objects and arrays become types of their own. */
export type LiteralValue = string | number | boolean | null;

/** A type, as schemas come out of preparation: nothing in it needs to be looked up but names. */
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
      /** How many of the items must be there. */
      readonly min: number;
    }
  | { readonly kind: 'union'; readonly members: readonly TypeNode[] }
  | { readonly kind: 'intersection'; readonly members: readonly TypeNode[] }
  | { readonly kind: 'reference'; readonly name: string }
);

/** A type for anything. */
export const UNKNOWN: TypeNode = { kind: 'unknown' };

/** A type for nothing. */
export const NEVER: TypeNode = { kind: 'never' };

/** The one that all of them together are; `UNKNOWN` of none. */
export function toIntersection(members: readonly TypeNode[]): TypeNode {
  const telling = withoutRepeated(members).filter(({ kind }) => kind !== 'unknown');
  const [first] = telling;
  if (first === undefined) return UNKNOWN;
  return telling.length === 1 ? first : { kind: 'intersection', members: telling };
}

/** The one that any of them is; `NEVER` of none. */
export function toUnion(members: readonly TypeNode[]): TypeNode {
  const different = withoutRepeated(members);
  const [first] = different;
  if (first === undefined) return NEVER;
  if (different.some(({ kind }) => kind === 'unknown')) return UNKNOWN;
  return different.length === 1 ? first : { kind: 'union', members: different };
}

/** References to the same type once. */
function withoutRepeated(members: readonly TypeNode[]): readonly TypeNode[] {
  const seen = new Set<string>();
  return members.filter((member) => {
    if (member.kind !== 'reference') return true;
    if (seen.has(member.name)) return false;
    seen.add(member.name);
    return true;
  });
}

/** The same type with this said about it. */
export function withDoc(node: TypeNode, doc: TypeDoc | undefined): TypeNode {
  if (doc === undefined) return node;
  // A reference has the comment of what it leads to; here it needs one of its own.
  if (node.kind === 'reference') return { kind: 'intersection', members: [node], doc };
  return { ...node, doc };
}
