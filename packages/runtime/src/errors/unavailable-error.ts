import { A2AError } from '@a2a-js/sdk/errors';

/** Options of {@link UnavailableError}. */
export interface UnavailableErrorOptions extends ErrorOptions {
  /** What is unavailable, for callers. Default: the server, as it is closing. */
  readonly message?: string;
}

/**
 * This server is closing and takes no more work, or what a call waited for cannot be stored for
 * now. Transports tell it as `UNAVAILABLE` does in `google.rpc.Code`: the same request may succeed
 * later, or elsewhere.
 */
export class UnavailableError extends A2AError {
  override readonly reason = 'UNAVAILABLE';

  constructor(options: UnavailableErrorOptions = {}) {
    super({
      ...options,
      message:
        options.message ??
        'Cannot serve the request as the server must be open: current value is closing. Send it again later.',
    });
  }
}
