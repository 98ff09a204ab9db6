import type { Facts } from './facts.ts';
import { isSameSchema } from './is-same-schema.ts';
import type { SchemaDocument, SchemaSpot } from './schema-document.ts';

/** Where in a value something stands: a name, a position, or any of those that are not listed. */
export type Segment =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'position'; readonly position: number }
  /** Items after the listed ones; `position` is that of the first. */
  | { readonly kind: 'items'; readonly position: number }
  /** Properties without a name of their own; `name` is one of them. */
  | { readonly kind: 'others'; readonly name: string };

/** A value that something stands in. */
interface Frame {
  readonly facts: Facts;
  readonly segment: Segment;
}

/** Values that one schema accepts and another may not. */
export interface Gap {
  /** The keyword it is about, or `property` for one that is not allowed at all. */
  readonly rule: string;
  /** Where the schema stands that shows it best. */
  readonly at: { readonly document: SchemaDocument; readonly pointer: string };
  /** The rule of the accepting schema at this place; `undefined` if it has none. */
  readonly from: unknown;
  /** The rule of the refusing schema at this place. */
  readonly to: unknown;
  /** False if it may turn out that there is no such value. */
  readonly isCertain: boolean;
  /** Facts about the value at this place. */
  readonly facts: Facts;
  /** The schema that the value must fit. */
  readonly target: SchemaSpot;
  readonly frames: readonly Frame[];
  /** Values of this place that may show it. */
  readonly candidates: readonly unknown[];
}

/** A gap as a rule reports it; the rest is where the rule was looking. */
export type Finding = Pick<Gap, 'rule' | 'from' | 'to'> & {
  readonly at?: Gap['at'];
  readonly isCertain?: boolean;
  readonly candidates?: readonly unknown[];
};

/** One comparison, from the schema that accepts to the one that may refuse. */
export interface Search {
  /** Steps that may still be taken. */
  steps: number;
  /** Gaps found before for facts and a schema; `undefined` while they are being looked for. */
  readonly known: Map<string, readonly Gap[] | undefined>;
  readonly same: Map<string, boolean>;
  /** See `findGaps`. */
  readonly find: (position: Position) => readonly Gap[];
  /** The same without consequences: what was assumed on the way is forgotten again if it fails. */
  readonly tryOut: (position: Position) => readonly Gap[];
}

/** The place where a search is. */
export interface Position {
  readonly search: Search;
  readonly facts: Facts;
  readonly target: SchemaSpot;
  readonly frames: readonly Frame[];
}

/** A gap at this position. The pointer is that of the keyword, where the target has it. */
export function createGap({ facts, target, frames }: Position, finding: Finding): Gap {
  const hasKeyword = target.schema !== false && Object.hasOwn(target.schema, finding.rule);
  const pointer = hasKeyword ? `${target.pointer}/${finding.rule}` : target.pointer;
  return {
    at: { document: target.document, pointer },
    isCertain: true,
    candidates: [],
    facts,
    target,
    frames,
    ...finding,
  };
}

/** {@link isSameSchema}, remembered. */
export function isKnownSame(search: Search, one: SchemaSpot, other: SchemaSpot): boolean {
  const key = `${one.pointer} ${other.pointer}`;
  const known = search.same.get(key);
  if (known !== undefined) return known;
  search.steps -= 5;
  const isSame = isSameSchema(one, other);
  search.same.set(key, isSame);
  return isSame;
}

/** Goes into a property or an item. */
export function enter(
  position: Position,
  segment: Segment,
  inner: Pick<Position, 'facts' | 'target'>,
): Position {
  const frames = [...position.frames, { facts: position.facts, segment }];
  return { search: position.search, frames, ...inner };
}
