import type { VetOutcome } from '@formwork/schema';
import { vetSchemaShape } from '@formwork/schema';

/**
 * Vets a schema of a card without the analysis of its patterns, which do not run; for browsers. The
 * code for that analysis would be larger than all other code of this package.
 */
export function vetNamedSchema(schema: unknown): VetOutcome {
  return vetSchemaShape(schema);
}
