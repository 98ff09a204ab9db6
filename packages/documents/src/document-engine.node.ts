import { vetSchema, type VetOutcome } from '@formwork/schema';

/** Whether a schema of a card can be used, its patterns included. */
export function vetNamedSchema(schema: unknown): VetOutcome {
  return vetSchema(schema);
}
