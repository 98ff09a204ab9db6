import type { VetOutcome } from '@formwork/schema';
import { vetSchemaShape } from '@formwork/schema';

/**
 * Whether a schema of a card can be used. What its patterns may take long for is not found out here:
 * knowing every letter there is weighs more than all the rest. They do not run.
 */
export function vetNamedSchema(schema: unknown): VetOutcome {
  return vetSchemaShape(schema);
}
