/**
 * The setting in which the type of a schema is inferred: alone, or as one of several schemas that
 * describe the same value.
 */
export interface Position {
  /** The type of a property that a schema requires without describing it. */
  readonly undescribed: unknown;
  /** Whether properties that are not described are allowed, when the schema does not say. */
  readonly rest: 'open' | 'closed';
  /**
   * The types allowed beside objects where a schema has keywords for objects but no `type`: none
   * where authors mean an object, `null` where the keywords only narrow what another schema
   * describes.
   */
  readonly besides: null;
}

/** The setting in which the type of a schema that stands alone is inferred. */
export type WholeSchema = { undescribed: unknown; rest: 'open'; besides: never };

/**
 * The setting in which the type of keywords beside a composition is inferred, such as `properties`
 * beside `allOf`.
 */
export type OpenPart = { undescribed: Present; rest: 'open'; besides: never };

/**
 * The setting in which the type of keywords beside a composition is inferred, in a schema that
 * allows only the properties its parts describe.
 */
export type ClosedPart<As extends Position> = {
  undescribed: Present;
  rest: 'closed';
  besides: As['besides'];
};

/** The setting in which the type of a schema inside a composition is inferred. */
export type Branch<As extends Position> = {
  undescribed: Present;
  rest: As['rest'];
  besides: null;
};

/**
 * Any value except `undefined`. Unlike `unknown`, it removes `undefined` from the type that another
 * part of a composition describes.
 */
export type Present = {} | null;
