/** How a schema is read: alone, or as one of several that describe the same value. */
export interface Position {
  /** The type of a property that is required but not described here. */
  readonly undescribed: unknown;
  /** Whether properties that are not described are allowed when the schema does not say. */
  readonly rest: 'open' | 'closed';
  /**
   * Types allowed besides objects where a schema has their keywords but no `type`: none where
   * authors mean an object, `null` where the keywords only narrow what another schema describes.
   */
  readonly besides: null;
}

/** A schema that stands alone. */
export type WholeSchema = { undescribed: unknown; rest: 'open'; besides: never };

/** The keywords beside a composition. */
export type OpenPart = { undescribed: Present; rest: 'open'; besides: never };

/** Those of a schema that allows no properties but the ones that its parts describe. */
export type ClosedPart<As extends Position> = {
  undescribed: Present;
  rest: 'closed';
  besides: As['besides'];
};

/** A schema within a composition. */
export type Branch<As extends Position> = {
  undescribed: Present;
  rest: As['rest'];
  besides: null;
};

/** Any JSON value. Unlike `unknown` it takes `undefined` away from what another part describes. */
export type Present = {} | null;
