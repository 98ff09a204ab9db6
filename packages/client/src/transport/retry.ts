import { isFormworkError } from '@formwork/schema/errors';
import { RequestError } from '../errors.ts';
import { isNeverConnected } from './grpc-failure.ts';
import { wait } from './signals.ts';

/** Options of repeated requests: how often, and how soon. */
export interface RetryOptions {
  /** The most attempts for one request; 1 never repeats. Default 4. */
  readonly attempts?: number;
  /**
   * The longest wait before the second attempt, in milliseconds; the shortest is half of it. Both
   * double with each further one. Default 200.
   */
  readonly baseMs?: number;
  /**
   * The longest wait before any attempt, even if the agent asks for more, in milliseconds. Default
   * 10,000.
   */
  readonly maxMs?: number;
  /**
   * Whether a message that may or may not have arrived is sent again with the same id. `known`: to
   * agents that declare follow-up forms, because they handle a repeated message once. `always`: to
   * every agent, because you know that yours do. `never`: not at all. Default `known`.
   */
  readonly resend?: 'known' | 'always' | 'never';
}

/** The context of a request that may be repeated. */
export interface RetryContext {
  readonly retry: Required<RetryOptions>;
  readonly signal: AbortSignal | undefined;
  /** True if sending the request twice does no harm. */
  readonly isRepeatable: boolean;
}

/** Sends a request until it succeeds, or fails in a way that another attempt cannot help. */
export async function withRetry<T>(request: () => Promise<T>, context: RetryContext): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (attempt >= context.retry.attempts || !isWorthwhile(error, context)) throw error;
      await wait(delayBeforeRetry(attempt, context.retry, error), context.signal);
    }
  }
}

/**
 * Returns the wait before the next attempt in milliseconds: the time that the agent asked for, else
 * a random time up to a limit that doubles, so that callers do not all come back at once. It is at
 * least half of the limit, so that all attempts together outlast a restart of the agent.
 */
export function delayBeforeRetry(
  attempt: number,
  { baseMs, maxMs }: Pick<Required<RetryOptions>, 'baseMs' | 'maxMs'>,
  error?: unknown,
): number {
  const limit = Math.min(maxMs, baseMs * 2 ** (attempt - 1));
  const retryAfterMs = error instanceof RequestError ? error.retryAfterMs : undefined;
  return retryAfterMs === undefined
    ? ((1 + Math.random()) * limit) / 2
    : Math.min(maxMs, retryAfterMs);
}

/** True if another attempt of a failed request may help, and does no harm. */
export function isWorthwhile(
  error: unknown,
  { signal, isRepeatable }: Omit<RetryContext, 'retry'>,
): boolean {
  if (signal?.aborted === true || !isFormworkError(error)) return false;
  if (!(error instanceof RequestError)) return false;
  return isPassing(error) && (isRepeatable || isUntouched(error));
}

/** True for an error that may be over soon: one of the network, or of a busy agent. */
export function isPassing({ reason, status }: RequestError): boolean {
  return (
    ['NETWORK', 'UNAVAILABLE', 'RATE_LIMITED'].includes(reason) ||
    (status !== undefined && status >= 500 && status !== 501)
  );
}

/** The codes of network errors that mean a connection was never made. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * True for an error after which the agent has certainly done nothing: it was not reached, or it
 * said so.
 */
function isUntouched({ reason, status, grpcStatus, cause }: RequestError): boolean {
  if (reason === 'RATE_LIMITED' || status === 503) return true;
  // gRPC also reports a connection as unavailable that was lost after the agent had begun.
  if (grpcStatus !== undefined) return isNeverConnected(cause);
  if (reason === 'UNAVAILABLE' && status === undefined) return true;
  const inner: unknown = cause instanceof Error ? cause.cause : undefined;
  const code: unknown = inner instanceof Error ? Reflect.get(inner, 'code') : undefined;
  return typeof code === 'string' && NEVER_CONNECTED.has(code);
}
