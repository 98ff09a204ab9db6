import type { VetLimits, VetOutcome } from '@formwork/core';
import { ConnectError } from '../errors/connect-error.ts';

/** Decides whether a schema of an agent may be used. */
export type Vet = (schema: unknown) => VetOutcome;

/**
 * Loads what schemas are vetted with. In a page that is three quarters of the client, so it is not
 * among what the page starts with.
 *
 * @throws ConnectError if it cannot be loaded.
 */
export async function loadVet(limits: Partial<VetLimits> | undefined): Promise<Vet> {
  try {
    const { vetSchema } = await import('./vet-schema.ts');
    return (schema) => vetSchema(schema, limits === undefined ? {} : { limits });
  } catch (cause) {
    throw new ConnectError(
      'Cannot connect as what checks schemas must be loaded: current outcome is that it is not there.',
      { cause },
    );
  }
}
