import type { Constraints } from './constraints.ts';
import { followDirectly, isSameSchema } from './is-same-schema.ts';
import type { SchemaDocument, LocatedSchema } from './schema-document.ts';

/**
 * A step from a value to a part of it: to a property by name, to an item by position, or to any
 * property or item that the schema does not list.
 */
export type Segment =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'position'; readonly position: number }
  /**
   * The step to any item beyond those with schemas of their own; `position` is the index of the
   * first.
   */
  | { readonly kind: 'items'; readonly position: number }
  /** The step to any property that the schema does not name; `name` is an example of one. */
  | { readonly kind: 'others'; readonly name: string };

/**
 * One level on the way from the whole value to the place of a gap: the value at that level, and the
 * step to the next level.
 */
interface Frame {
  readonly constraints: Constraints;
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
  /**
   * The value that the accepting schema gives to the keyword in `rule`; `undefined` if it has none
   * at this place.
   */
  readonly from: unknown;
  /** The value that the refusing schema gives to the keyword in `rule`. */
  readonly to: unknown;
  /** False if it could not be shown that the gap contains any values. */
  readonly isCertain: boolean;
  /** The schemas that the values in the gap fit, and those that they do not fit. */
  readonly constraints: Constraints;
  /** The schema that may refuse the values in the gap. */
  readonly target: LocatedSchema;
  readonly frames: readonly Frame[];
  /** Values at the place of the gap that may be refused, to be tried as counter-examples. */
  readonly candidates: readonly unknown[];
}

/**
 * One comparison of a schema that accepts values with a schema that may refuse them: its remaining
 * steps, and its results so far.
 */
export interface Search {
  /** The number of steps that the comparison may still take. */
  steps: number;
  /**
   * The gaps found before, by the keys of the constraints and the target schema; `undefined` while the
   * search for them is running.
   */
  readonly gapsByKey: Map<string, readonly Gap[] | undefined>;
  /** Whether two schemas are the same, by the one and the other. */
  readonly same: Map<LocatedSchema, Map<LocatedSchema, boolean>>;
  /** Finds the gaps at a position, as {@link findGaps} describes. */
  readonly find: (position: Position) => readonly Gap[];
  /**
   * Finds the gaps at a position. If there are any, the results that were remembered meanwhile are
   * forgotten, because they rest on a wrong assumption.
   */
  readonly tryOut: (position: Position) => readonly Gap[];
}

/**
 * The place that a comparison has reached: the constraints about the values there, the schema that they
 * must fit, and the steps that lead to the place.
 */
export interface Position {
  readonly search: Search;
  readonly constraints: Constraints;
  readonly target: LocatedSchema;
  readonly frames: readonly Frame[];
}

/**
 * Makes a gap from a finding of a rule at the given position. The gap points to the keyword if the
 * target schema has it, else to the target schema.
 */
export function createGap(
  { constraints, target, frames }: Position,
  finding: Pick<Gap, 'rule' | 'from' | 'to'> & {
    readonly at?: Gap['at'];
    readonly isCertain?: boolean;
    readonly candidates?: readonly unknown[];
  },
): Gap {
  const hasKeyword = target.schema !== false && Object.hasOwn(target.schema, finding.rule);
  const pointer = hasKeyword ? `${target.pointer}/${finding.rule}` : target.pointer;
  return {
    at: { document: target.document, pointer },
    isCertain: true,
    candidates: [],
    constraints,
    target,
    frames,
    ...finding,
  };
}

/**
 * True if two schemas are the same by {@link isSameSchema}; the answer is remembered for one
 * comparison.
 */
export function isKnownSame(search: Search, a: LocatedSchema, b: LocatedSchema): boolean {
  const [left, right] = [followDirectly(a), followDirectly(b)];
  const verdicts = search.same.get(left) ?? new Map<LocatedSchema, boolean>();
  const verdict = verdicts.get(right);
  if (verdict !== undefined) {
    left.document.work.spend(1);
    return verdict;
  }
  search.steps -= 5;
  const isSame = isSameSchema(left, right);
  search.same.set(left, verdicts.set(right, isSame));
  return isSame;
}

/** Returns the position of a comparison one step further inside, at a property or an item. */
export function enter(
  position: Position,
  segment: Segment,
  inner: Pick<Position, 'constraints' | 'target'>,
): Position {
  const frames = [...position.frames, { constraints: position.constraints, segment }];
  return { search: position.search, frames, ...inner };
}
