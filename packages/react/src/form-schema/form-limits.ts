/** How much may be drawn. What is beyond is refused before anything is. */
export interface FormLimits {
  /** Schemas of the document. Default 2,000. */
  readonly schemas: number;
  /** Nesting of its JSON, and of given data. Default 128. */
  readonly levels: number;
  /** Fields and groups that stand there at once, every reference followed. Default 500. */
  readonly visible: number;
  /**
   * Fields, rows and cards that given data bring with them at once. Pages of lists become shorter to
   * stay within. Default 2,000.
   */
  readonly drawn: number;
  /** Values in given data, lists and groups included. Default 200,000. */
  readonly values: number;
  /** Names in one group of given data. Default 20,000. */
  readonly names: number;
  /** Fields and groups in all, with folded parts and all alternatives. Default 10,000. */
  readonly fields: number;
  /**
   * Parts of `allOf` in all, each counted again for every part around it: they are put together
   * with every key that is pressed. Default 6,000.
   */
  readonly parts: number;
  /** Nesting of schemas between references. Below it there are editors. Default 24. */
  readonly depth: number;
  /** Values of one `enum`, and alternatives of one union. Beyond it is an editor. Default 2,000. */
  readonly choices: number;
  /** Largest `minItems` that is passed on. Default 100. */
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

/** The limits that count: one that is `undefined` is not one that was lifted. */
export function toFormLimits(limits: Partial<FormLimits> = {}): FormLimits {
  const given = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return { ...DEFAULT_FORM_LIMITS, ...Object.fromEntries(given) };
}
