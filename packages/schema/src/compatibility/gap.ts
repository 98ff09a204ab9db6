import type { Facts } from './facts.ts';
import { isSameSchema } from './is-same-schema.ts';
import type { SchemaDocument, SchemaSpot } from './schema-document.ts';

/**
 * A step from a value to a part of it: a property by name, an item by position, or any of those
 * that the schema does not list.
 */
export type Segment =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'position'; readonly position: number }
  /**
   * The step to any item after those with schemas of their own; `position` is the first of them.
   */
  | { readonly kind: 'items'; readonly position: number }
  /** The step to any property that the schema does not name; `name` is an example of one. */
  | { readonly kind: 'others'; readonly name: string };

/** A value around the place of a gap, and the step from it towards that place. */
interface Frame {
  readonly facts: Facts;
  readonly segment: Segment;
}

/** Values that one schema accepts and the other may refuse, at one place. */
export interface Gap {
  /**
   * The keyword that refuses the values, or `property` for a property that is not allowed at all.
   */
  readonly rule: string;
  /** The place of the schema that shows the gap best: its document, and a JSON pointer into it. */
  readonly at: { readonly document: SchemaDocument; readonly pointer: string };
  /** The value of the keyword in the accepting schema; `undefined` if it has none at this place. */
  readonly from: unknown;
  /** The value of the keyword in the refusing schema. */
  readonly to: unknown;
  /** False if it was not shown that such values exist. */
  readonly isCertain: boolean;
  /** All that is known of the values in the gap. */
  readonly facts: Facts;
  /** The schema that may refuse the values. */
  readonly target: SchemaSpot;
  readonly frames: readonly Frame[];
  /** Values at this place that may be refused, to be tried as counter-examples. */
  readonly candidates: readonly unknown[];
}

/** A gap as a rule of the comparison reports it; the place of the search completes it. */
export type Finding = Pick<Gap, 'rule' | 'from' | 'to'> & {
  readonly at?: Gap['at'];
  readonly isCertain?: boolean;
  readonly candidates?: readonly unknown[];
};

/**
 * One comparison, of a schema that accepts values with one that may refuse them: its budget, and
 * its results so far.
 */
export interface Search {
  /** The number of steps that the comparison may still take. */
  steps: number;
  /**
   * The gaps found before, by facts and target schema; `undefined` while they are being searched.
   */
  readonly known: Map<string, readonly Gap[] | undefined>;
  readonly same: Map<string, boolean>;
  /** Finds the gaps at a position, as {@link findGaps} describes. */
  readonly find: (position: Position) => readonly Gap[];
  /**
   * Finds the gaps at a position and, if there are any, forgets the results on the way, because
   * they rest on assumptions that failed.
   */
  readonly tryOut: (position: Position) => readonly Gap[];
}

/**
 * The place that a comparison has reached: what is known of the values, the schema that they must
 * fit, and the values around.
 */
export interface Position {
  readonly search: Search;
  readonly facts: Facts;
  readonly target: SchemaSpot;
  readonly frames: readonly Frame[];
}

/**
 * Completes a finding to a gap at the given position. It points to the keyword if the target has
 * it, else to the target.
 */
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

/** Does what {@link isSameSchema} does, and remembers the result for this comparison. */
export function isKnownSame(search: Search, one: SchemaSpot, other: SchemaSpot): boolean {
  const key = `${one.pointer} ${other.pointer}`;
  const known = search.same.get(key);
  if (known !== undefined) return known;
  search.steps -= 5;
  const isSame = isSameSchema(one, other);
  search.same.set(key, isSame);
  return isSame;
}

/** Moves the position of a comparison into a property or an item. */
export function enter(
  position: Position,
  segment: Segment,
  inner: Pick<Position, 'facts' | 'target'>,
): Position {
  const frames = [...position.frames, { facts: position.facts, segment }];
  return { search: position.search, frames, ...inner };
}
