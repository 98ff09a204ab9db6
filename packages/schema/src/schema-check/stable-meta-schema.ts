import { DIALECT_URIS } from '../references/dialect.ts';
import type { JsonSchema } from '../types/json.ts';

/** The documents that a meta-schema consists of; the first is the main one. */
export type MetaSchema = readonly [JsonSchema, ...JsonSchema[]];

const ANY_SCHEMA = { $dynamicRef: '#meta' };

/**
 * Makes the meta-schema of v1, the stable JSON Schema, from that of 2020-12, because nearly all
 * keywords are the same. The documents of 2020-12 name no dialect, so that they count as v1.
 */
export function toStableMetaSchema(documents: MetaSchema): MetaSchema {
  const [draft] = documents;
  const main = {
    $schema: DIALECT_URIS.v1,
    $id: DIALECT_URIS.v1,
    $dynamicAnchor: 'meta',
    title: 'JSON Schema v1',
    $ref: draft['$id'],
    properties: {
      // The name of a dynamic anchor, with or without the sign of a fragment.
      $dynamicRef: { type: 'string', pattern: '^#?[A-Za-z_][-A-Za-z0-9._]*$' },
      propertyDependencies: {
        type: 'object',
        additionalProperties: { type: 'object', additionalProperties: ANY_SCHEMA },
      },
    },
  };
  return [main, ...documents.map(({ $schema: _dialect, ...document }) => document)];
}
