/**
 * The limits of the form that may be drawn for a schema and its data. A schema or data beyond one
 * of them are refused before anything is drawn.
 */
export interface FormLimits {
  /** The maximum number of schemas in the schema document. Default 2,000. */
  readonly schemas: number;
  /** The deepest nesting of the JSON of the schema, and of given data. Default 128. */
  readonly levels: number;
  /**
   * The maximum number of fields and groups that are shown at once, every reference followed. In a
   * form with more, all groups are folded at first. Default 500.
   */
  readonly visible: number;
  /**
   * The maximum number of fields, rows and cards that given data add at once. Pages of lists become
   * shorter to stay within it. Default 2,000.
   */
  readonly drawn: number;
  /** The maximum number of values in given data, lists and groups included. Default 200,000. */
  readonly values: number;
  /** The maximum number of property names in one group of given data. Default 20,000. */
  readonly names: number;
  /**
   * The maximum number of fields and groups in all, folded ones and those of every alternative
   * included. Default 10,000.
   */
  readonly fields: number;
  /**
   * The maximum number of members of `allOf` in all, each counted again for every `allOf` around
   * it: the form library puts them together with every key that is pressed. Default 6,000.
   */
  readonly parts: number;
  /**
   * The deepest nesting of schemas between references. What is deeper gets an editor for JSON.
   * Default 24.
   */
  readonly depth: number;
  /**
   * The maximum number of values of one `enum`, and alternatives of one union. What has more gets
   * an editor for JSON. Default 2,000.
   */
  readonly choices: number;
  /** The largest `minItems` that the form keeps. Default 100. */
  readonly minItems: number;
}

const DEFAULT_FORM_LIMITS: FormLimits = {
  schemas: 2000,
  levels: 128,
  visible: 500,
  drawn: 2000,
  values: 200_000,
  names: 20_000,
  fields: 10_000,
  parts: 6000,
  depth: 24,
  choices: 2000,
  minItems: 100,
};

/** Fills in the default of every limit that is absent or `undefined`. */
export function toFormLimits(limits: Partial<FormLimits> = {}): FormLimits {
  const entries = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return { ...DEFAULT_FORM_LIMITS, ...Object.fromEntries(entries) };
}
