import { FormworkError } from '@formwork/schema';

/** Options of a {@link PageRefusal}. */
export interface PageRefusalOptions extends ErrorOptions {
  /** The HTTP status of the response. Default: the usual status of the reason. */
  readonly status?: number;
  /** The time after which the same request may succeed, in milliseconds. Default: not known. */
  readonly retryAfterMs?: number | undefined;
}

/** Thrown when the request of a page is refused. The message is for people. */
export abstract class PageRefusal<Reason extends string> extends FormworkError {
  readonly reason: Reason;
  /** The HTTP status of the response. */
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: Reason,
    message: string,
    { status, retryAfterMs, ...options }: PageRefusalOptions & { readonly status: number },
  ) {
    super(message, options);
    this.reason = reason;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}
