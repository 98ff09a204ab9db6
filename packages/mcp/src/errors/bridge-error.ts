import { FormworkError } from '@formwork/schema';

/** Thrown for settings of a bridge that cannot be used. */
export class BridgeError extends FormworkError {
  readonly code = 'BRIDGE_INVALID';
}
