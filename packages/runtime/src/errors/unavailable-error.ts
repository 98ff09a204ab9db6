import { A2AError } from '@a2a-js/sdk/errors';

/**
 * This server is closing and takes no more work. Transports tell it as `UNAVAILABLE` does in
 * `google.rpc.Code`: the same request may succeed later, or elsewhere.
 */
export class UnavailableError extends A2AError {
  override readonly reason = 'UNAVAILABLE';

  constructor(options: ErrorOptions = {}) {
    super({
      ...options,
      message:
        'Cannot serve the request as the server must be open: current value is closing. Send it again later.',
    });
  }
}
