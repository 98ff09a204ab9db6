import { FormworkError } from '@formwork/schema';

/** The data of a {@link GatewayError}, as the server sends them; `message` is for people. */
export interface GatewayErrorData {
  /** The code of the error, such as `CONNECT_FAILED` or `GATEWAY_REFUSED`. */
  readonly code: string;
  /**
   * The reason why the agent could not be reached, such as `UNAUTHENTICATED`, `NETWORK` or
   * `TIMEOUT`; `''` if there is none.
   */
  readonly reason: string;
  readonly message: string;
  readonly retryAfterMs?: number;
}

/** Thrown when the server that calls an agent for the page cannot describe that agent. */
export class GatewayError extends FormworkError {
  /**
   * The code of the server's error, such as `CONNECT_FAILED`, or `REQUEST_FAILED` if the server
   * could not be reached.
   */
  readonly code: string;
  /**
   * The reason why the agent could not be reached, such as `UNAUTHENTICATED`, `NETWORK` or
   * `TIMEOUT`; `''` if there is none.
   */
  readonly reason: string;

  /**
   * The time to wait before another attempt, in milliseconds; `undefined` if the agent named none.
   */
  readonly retryAfterMs: number | undefined;

  constructor({ code, reason, message, retryAfterMs }: GatewayErrorData, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
