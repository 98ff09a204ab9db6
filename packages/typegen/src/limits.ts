/** What a source may cost. Whatever goes beyond is refused with a `TypegenLimitError`. */
export interface TypegenLimits {
  /** Of all documents together as JSON text, in UTF-16 code units. */
  readonly maxCharacters: number;
  /** Levels of objects and arrays within one another. */
  readonly maxDepth: number;
  /** Objects and arrays in all documents together. */
  readonly maxObjects: number;
  /** Subschemas that types are made of, each counted as often as it is used in place. */
  readonly maxSchemas: number;
  /** Milliseconds that preparation may take; looked at between subschemas. */
  readonly maxMilliseconds: number;
}

/** For files and agents of one's own; above the largest published schemas by far. */
export const LOCAL_LIMITS: TypegenLimits = {
  maxCharacters: 32 * 1024 * 1024,
  maxDepth: 256,
  maxObjects: 2_000_000,
  maxSchemas: 500_000,
  maxMilliseconds: 120_000,
};

/** For agent cards from elsewhere: what an honest card needs, times ten. */
export const REMOTE_LIMITS: TypegenLimits = {
  maxCharacters: 256 * 1024,
  maxDepth: 64,
  maxObjects: 10_000,
  maxSchemas: 2_000,
  maxMilliseconds: 5_000,
};
