import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import {
  JsonRpcTransportError,
  restStatusFor,
  toJsonRpcError,
  toRestErrorBody,
  A2AError,
  type ErrorDetail,
} from '@a2a-js/sdk/errors';
import { EngineClosedError, EngineStorageError, QuotaError } from '@formwork/runtime';
import { AccessError, isDetailedError } from '@formwork/runtime/internal';
import type { FormworkError } from '@formwork/schema';
import { OverloadError } from './active-requests.ts';
import type { Identify } from './caller.ts';
import { InternalError, MisconfiguredError, UnauthenticatedError } from './errors.ts';
import { UNAVAILABLE_SECONDS } from './json-answer.ts';
import { LEGACY_VERSION } from './transport.ts';

/**
 * Makes the `error` of a JSON-RPC answer, with the details as `data`. A2A 0.3 leaves `data` to the
 * server and gets the same details.
 */
export function toJsonRpcErrorBody(
  error: A2AError | InternalError,
  version: string,
): {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
} {
  const refusal = findRefusal(error);
  if (refusal !== undefined) {
    return { code: refusal.jsonRpcCode, message: error.message, data: listErrorDetails(error) };
  }
  const { code, message } =
    version === LEGACY_VERSION
      ? LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError(error)
      : toJsonRpcError(error);
  // Errors of JSON-RPC itself, such as -32600, have no reason that A2A knows.
  if (error instanceof JsonRpcTransportError) return { code, message };
  const [info, ...details] = listErrorDetails(error);
  // A second `ErrorInfo` is more precise than the first, whose reason the code already tells.
  const isPrecise = info !== undefined && details[0]?.['@type'] === info['@type'];
  return { code, message, data: isPrecise ? details : [info, ...details] };
}

/** An error answer of A2A REST: `google.rpc.Status` as JSON (A2A 1.0 section 11.6). */
export interface RestError {
  readonly error: {
    /** The HTTP status of a REST error answer, repeated in its body. */
    readonly code: number;
    /** The name of the `google.rpc.Code` of the error. */
    readonly status: string;
    readonly message: string;
    readonly details: readonly ErrorDetail[];
  };
}

/** Makes the REST body for an error of a call, with all its details. */
export function toRestError(error: A2AError | InternalError): RestError {
  const refusal = findRefusal(error);
  if (refusal !== undefined) {
    const { httpStatus: code, status } = refusal;
    return { error: { code, status, message: error.message, details: listErrorDetails(error) } };
  }
  const { error: body } = toRestErrorBody(error, restStatusFor(error));
  return { error: { ...body, details: listErrorDetails(error) } };
}

/**
 * Makes the REST body for a wrong HTTP request, such as an unknown path, rather than a wrong call.
 */
export function createHttpError(code: number, status: string, message: string): RestError {
  return { error: { code, status, message, details: [] } };
}

/**
 * Lists the details of an error. The `ErrorInfo` with A2A's reason comes first, because REST has no
 * error codes: clients know an error by that reason, some only by the first `ErrorInfo`.
 */
export function listErrorDetails(error: A2AError | InternalError): readonly ErrorDetail[] {
  if (error instanceof InternalError) return error.details;
  const info = error.toErrorInfo();
  return isDetailedError(error) ? [info, ...error.details] : [info];
}

/**
 * Returns the headers of an error answer that help the caller: how to authenticate (RFC 9110 section
 * 11.6.1, RFC 6750 section 3.1), or how long to wait; and its HTTP status.
 */
export function toAdvice(
  error: unknown,
  identify: Identify,
): {
  /** The HTTP status of the error; `undefined` if its binding says it. */
  readonly status: 401 | 403 | 429 | 500 | undefined;
  readonly headers: Readonly<Record<string, string | number>>;
} {
  if (error instanceof MisconfiguredError) return { status: 500, headers: {} };
  const seconds = findRetrySeconds(error);
  const wait = seconds === undefined ? {} : { 'Retry-After': seconds };
  if (error instanceof QuotaError) return { status: 429, headers: wait };
  const challenge = findChallenge(error, identify);
  const headers = challenge === undefined ? wait : { ...wait, 'WWW-Authenticate': challenge };
  if (error instanceof UnauthenticatedError) return { status: 401, headers };
  if (!(error instanceof AccessError)) return { status: undefined, headers };
  return { status: error.reason === 'UNAUTHENTICATED' ? 401 : 403, headers };
}

/**
 * Returns the time after which a caller may come again, in seconds, for an error of a limit, of a
 * server that closes, or of a storage that is away; `undefined` for other errors.
 */
export function findRetrySeconds(error: unknown): number | undefined {
  if (error instanceof QuotaError || error instanceof OverloadError) {
    return Math.ceil(error.retryAfterMs / 1_000);
  }
  const isUnavailable =
    error instanceof EngineClosedError ||
    error instanceof EngineStorageError ||
    (error instanceof A2AError && error.reason === 'UNAVAILABLE');
  return isUnavailable ? UNAVAILABLE_SECONDS : undefined;
}

/**
 * Returns the `WWW-Authenticate` challenge for an error; `undefined` if credentials would not help.
 */
export function findChallenge(error: unknown, identify: Identify): string | undefined {
  if (error instanceof UnauthenticatedError) return error.challenge;
  return error instanceof AccessError ? identify.challengeFor?.(error.scopes) : undefined;
}

/** The codes, in JSON-RPC, REST and gRPC, of an error that A2A itself does not name. */
interface ErrorCodes {
  /**
   * The JSON-RPC code, from the range that JSON-RPC 2.0 section 5.1 leaves to servers and A2A does
   * not use.
   */
  readonly jsonRpcCode: number;
  readonly httpStatus: number;
  /** The name of the `google.rpc.Code` of the error. */
  readonly status:
    | 'UNAVAILABLE'
    | 'UNAUTHENTICATED'
    | 'RESOURCE_EXHAUSTED'
    | 'PERMISSION_DENIED'
    | 'ABORTED';
}

const REFUSALS: Readonly<Record<string, ErrorCodes>> = {
  UNAVAILABLE: { jsonRpcCode: -32_000, httpStatus: 503, status: 'UNAVAILABLE' },
  UNAUTHENTICATED: { jsonRpcCode: -32_000, httpStatus: 401, status: 'UNAUTHENTICATED' },
  RATE_LIMITED: { jsonRpcCode: -32_000, httpStatus: 429, status: 'RESOURCE_EXHAUSTED' },
  PERMISSION_DENIED: { jsonRpcCode: -32_000, httpStatus: 403, status: 'PERMISSION_DENIED' },
  // Of the draft of A2A 1.1.
  TASK_GENERATION_MISMATCH: { jsonRpcCode: -32_010, httpStatus: 409, status: 'ABORTED' },
};

/**
 * Finds the codes of an error by its reason; returns `undefined` for errors with codes of their
 * own.
 */
export function findRefusal(error: A2AError | FormworkError): ErrorCodes | undefined {
  return 'reason' in error ? REFUSALS[error.reason] : undefined;
}
