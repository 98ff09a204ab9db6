/**
 * Limits on the size and the cost of a schema from outside; a schema beyond one of them is
 * refused.
 */
export interface VetLimits {
  /** The most characters of the schema's JSON. Default 65,536. */
  readonly size: number;
  /** The deepest nesting of the schema's JSON, and of schemas within schemas. Default 64. */
  readonly depth: number;
  /** The most schemas within the schema. Default 2,000. */
  readonly subschemas: number;
  /** The most references in the schema. Default 500. */
  readonly references: number;
  /** The most alternatives of one `anyOf`, `oneOf` or `allOf`. Default 200. */
  readonly branches: number;
  /** The most values of one `enum`. Default 2,000. */
  readonly enumValues: number;
  /**
   * The most schemas that are applied to one value, every reference followed each time it is met.
   * Default 10,000; the costliest schema in common use that we know has 559.
   */
  readonly cost: number;
  /** The most characters of one pattern. Default 512. */
  readonly patternLength: number;
  /** The most different patterns in the schema. Default 100. */
  readonly patterns: number;
}

/** The default limits for schemas from outside. */
const DEFAULT_VET_LIMITS: VetLimits = {
  size: 65_536,
  depth: 64,
  subschemas: 2000,
  references: 500,
  branches: 200,
  enumValues: 2000,
  cost: 10_000,
  patternLength: 512,
  patterns: 100,
};

/**
 * The limits for schemas that are no stranger's, or that were vetted before. Checks of values are
 * limited by their steps.
 */
export const WIDE_LIMITS: Partial<VetLimits> = {
  size: 16_777_216,
  subschemas: 100_000,
  references: 100_000,
  branches: 20_000,
  enumValues: 100_000,
  cost: 100_000,
  patternLength: 10_000,
  patterns: 10_000,
};

/**
 * The limits with which a program connects to the agent that it serves itself, so that its doors and
 * pages take what its definition took.
 */
export const LOCAL_AGENT_LIMITS: {
  readonly maxCardBytes: number;
  readonly vetLimits: Partial<VetLimits>;
} = { maxCardBytes: 16_777_216, vetLimits: WIDE_LIMITS };

/** Completes limits with the defaults; a limit that is `undefined` keeps its default. */
export function fillVetLimits(limits: Partial<VetLimits> = {}): VetLimits {
  const defined = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return { ...DEFAULT_VET_LIMITS, ...Object.fromEntries(defined) };
}
