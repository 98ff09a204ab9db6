import type { Json, JsonSchema } from '@formwork/schema';

/** A schema that somebody published. */
export interface PublishedSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Values that were published with it, valid or not. */
  readonly examples: readonly Json[];
}

/** A package with schemas that were not written for forms of ours. */
export interface PublishedPackage {
  /** Name in the registry. */
  readonly name: string;
  /** Licence, as the package itself states it. */
  readonly licence: string;
  readonly read: () => readonly PublishedSchema[] | Promise<readonly PublishedSchema[]>;
}
