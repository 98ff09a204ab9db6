import { FormworkError } from '@formwork/schema';

/** Thrown when the server could not make a call; the message is for people. */
export interface GatewayFault {
  /** Such as `CONNECT_FAILED`, `GATEWAY_REFUSED`. */
  readonly code: string;
  /** Such as `UNAUTHENTICATED`, `NETWORK`, `TIMEOUT`; `''` if there is none. */
  readonly reason: string;
  readonly message: string;
  readonly retryAfterMs?: number;
}

/** Thrown when an agent cannot be described by the server that calls it. */
export class GatewayError extends FormworkError {
  /** That of the server's error, or `REQUEST_FAILED` if the server could not be asked. */
  readonly code: string;
  /** Such as `UNAUTHENTICATED`, `NETWORK`, `TIMEOUT`; `''` if there is none. */
  readonly reason: string;

  /** How long to wait before another attempt, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor({ code, reason, message, retryAfterMs }: GatewayFault, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
