import type { VetOutcome } from '../vetting/vet-schema.ts';
import { vetSchemaShape } from '../vetting/vet-schema-shape.ts';

/**
 * Whether a schema of a card can be used. What its patterns may take long for is not found out here:
 * knowing every letter there is weighs more than all the rest. They do not run.
 */
export function vetNamedSchema(schema: unknown): VetOutcome {
  return vetSchemaShape(schema);
}
