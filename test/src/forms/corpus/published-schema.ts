import type { Json, JsonSchema } from '@formwork/schema';

/** A schema from a published package. */
export interface PublishedSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  /** The values that were published with the schema, valid or not. */
  readonly examples: readonly Json[];
}

/** A published package with schemas that were not written for Formwork's forms. */
export interface PublishedPackage {
  /** The name of the package in the npm registry. */
  readonly name: string;
  /** The licence that the package itself states. */
  readonly licence: string;
  readonly read: () => readonly PublishedSchema[] | Promise<readonly PublishedSchema[]>;
}
