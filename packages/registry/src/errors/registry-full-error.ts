import { FormworkError } from '@formwork/core';

/** Thrown when a registry, or one principal in it, has as many agents as it may have. */
export class RegistryFullError extends FormworkError {
  readonly code = 'REGISTRY_FULL';
}
