/** How large and how costly a schema from somebody else may be. */
export interface VetLimits {
  /** Characters of its JSON. Default 65,536. */
  readonly size: number;
  /** Nesting of its JSON, and of schemas within schemas. Default 64. */
  readonly depth: number;
  /** Schemas in it. Default 2,000. */
  readonly subschemas: number;
  /** References in it. Default 500. */
  readonly references: number;
  /** Alternatives of one `anyOf`, `oneOf` or `allOf`. Default 200. */
  readonly branches: number;
  /** Values of one `enum`. Default 2,000. */
  readonly enumValues: number;
  /**
   * Schemas that are applied to one value, every reference followed each time it is met. Default
   * 10,000; the costliest schema in common use that we know has 559.
   */
  readonly cost: number;
  /** Characters of one pattern. Default 512. */
  readonly patternLength: number;
  /** Different patterns. Default 100. */
  readonly patterns: number;
  /** Time for the analysis of all patterns, in milliseconds. Default 250. */
  readonly patternMilliseconds: number;
}

/** Defaults of {@link VetLimits}. */
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
  patternMilliseconds: 250,
};

/** Fills in the defaults; a limit that is `undefined` keeps its default. */
export function fillVetLimits(limits: Partial<VetLimits> = {}): VetLimits {
  const given = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return { ...DEFAULT_VET_LIMITS, ...Object.fromEntries(given) };
}
