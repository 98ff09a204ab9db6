import { FormworkError } from '@formwork/core';

/** Options of {@link RequestError}. */
export interface RequestErrorOptions extends ErrorOptions {
  readonly reason: string;
  readonly status?: number | undefined;
  readonly rpcCode?: number | undefined;
  readonly grpcStatus?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly taskId?: string | undefined;
}

/** Thrown when a request did not get a usable answer, after all attempts that were safe. */
export class RequestError extends FormworkError {
  readonly code = 'REQUEST_FAILED';
  /**
   * `NETWORK`, `UNAVAILABLE`, `RATE_LIMITED`, `UNAUTHENTICATED`, `PERMISSION_DENIED`, `TOO_LARGE`,
   * `PROTOCOL` (not A2A), `HEADERS` (your function gave none), or the agent's own, such as
   * `TASK_NOT_FOUND`.
   */
  readonly reason: string;
  /** HTTP status, if it was one that failed. */
  readonly status: number | undefined;
  /** JSON-RPC code, if there was one. */
  readonly rpcCode: number | undefined;
  /** Status code of gRPC, if there was one. */
  readonly grpcStatus: number | undefined;
  /** How long the agent asked to wait before another attempt. */
  readonly retryAfterMs: number | undefined;
  /** The task that the request was about, or had begun; it may go on. */
  readonly taskId: string | undefined;

  constructor(
    message: string,
    { reason, status, rpcCode, grpcStatus, retryAfterMs, taskId, ...options }: RequestErrorOptions,
  ) {
    super(message, options);
    this.reason = reason;
    this.status = status;
    this.rpcCode = rpcCode;
    this.grpcStatus = grpcStatus;
    this.retryAfterMs = retryAfterMs;
    this.taskId = taskId;
  }
}
