import { FormworkError } from '@formwork/core';

/** Thrown when too many cards are being looked at already. It is over soon. */
export class RegistryBusyError extends FormworkError {
  readonly code = 'REGISTRY_BUSY';
}
