import { FormworkError } from '@formwork/core';

/** Thrown by `connect`: there is no agent to talk to, or none that may be talked to. */
export class ConnectError extends FormworkError {
  readonly code = 'CONNECT_FAILED';
}
