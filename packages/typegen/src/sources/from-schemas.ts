import type { JsonSchema } from '@formwork/core';
import type { TypeSource } from '../generate/type-source.ts';

/** Options of {@link fromSchemas}. */
export interface FromSchemasOptions {
  /** For the comment at the top of the module. Default `named schemas`. */
  readonly origin?: string;
}

/** Types for schemas that are at hand, by the names that the types are to have. */
export function fromSchemas(
  schemas: Readonly<Record<string, JsonSchema | boolean>>,
  { origin = 'named schemas' }: FromSchemasOptions = {},
): TypeSource {
  const entries = Object.entries(schemas);
  return {
    origin,
    documents: entries.map(([name, content]) => ({ name, content })),
    roots: entries.map(([name], document) => ({ name, place: { document, pointer: '' } })),
    remote: false,
  };
}
