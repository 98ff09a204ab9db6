import { vetSchema, type VetOutcome } from '@formwork/schema';

/** Vets a schema of a card, including the analysis of its patterns; for Node. */
export function vetNamedSchema(schema: unknown): VetOutcome {
  return vetSchema(schema);
}
