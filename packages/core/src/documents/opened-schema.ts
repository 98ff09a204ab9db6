import type { JsonSchema } from '../types/json.ts';
import type { TaggedError } from '../validation/tag-branches.ts';

/** A schema of `@formwork/schemas`, ready to judge values. */
export interface OpenedSchema {
  /** The document that the schema stands in, for looking up references. */
  readonly root: JsonSchema;
  /** True if the value fits. May throw on values that a validator stumbles over. */
  isValid(value: unknown): boolean;
  /** Every error, those of alternatives tagged with their branch. May throw, and may take long. */
  collect(value: unknown): readonly TaggedError[];
  /** The reference of a schema that an error came from. */
  locate(schema: object): string | undefined;
}
