import {
  A2A_ERROR_CODE,
  A2AError,
  isJsonRpcError,
  UnsupportedOperationError,
  type ErrorDetail,
} from '@a2a-js/sdk/errors';
import type { TaskLogger } from '@formwork/core';
import {
  EngineClosedError,
  EngineStorageError,
  TaskDamagedError,
  UnavailableError,
} from '@formwork/runtime';
import { toStorageText } from '@formwork/runtime/internal';
import { FormworkError } from '@formwork/schema';
import { randomUUID } from 'node:crypto';

/**
 * Converts an error to one whose message and details a caller may read. A2A errors stay as they
 * are; others are logged and become an {@link InternalError}, or, if the storage of tasks failed, a
 * {@link StorageUnavailableError}, a {@link TaskLostError} or a {@link TaskUnreadError}.
 */
export function toPublicError(error: unknown, logger: TaskLogger): A2AError | InternalError {
  if (error instanceof InternalError) return error;
  if (error instanceof A2AError && !isInternal(error)) return error;
  // The engine closes last: a call that still asks for something came too late.
  if (error instanceof EngineClosedError) return new UnavailableError({ cause: error });
  const errorId = randomUUID();
  logger.error('Cannot answer a request', { errorId, error: toStorageText(error) });
  if (error instanceof EngineStorageError) {
    const { mayBeStored } = error;
    return new StorageUnavailableError(errorId, { cause: error, mayBeStored });
  }
  if (error instanceof TaskDamagedError) {
    const { taskId, blobId } = error;
    const options = { taskId, cause: error };
    return blobId === undefined
      ? new TaskLostError(errorId, options)
      : new TaskUnreadError(errorId, options);
  }
  return new InternalError(errorId, { cause: error });
}

/** Returns true for an internal failure of the SDK that it reports as an A2A error. */
function isInternal(error: A2AError): boolean {
  return isJsonRpcError(error) && error.envelopeCode === A2A_ERROR_CODE.INTERNAL_ERROR;
}

/**
 * The error that a caller gets in place of an unexpected one; it contains only the id of the log
 * entry.
 */
export class InternalError extends FormworkError {
  readonly code: string = 'INTERNAL';

  /** The details for the caller: the id of the log entry of this error. */
  readonly details: readonly ErrorDetail[];

  constructor(
    errorId: string,
    { message = 'Internal error.', ...options }: ErrorOptions & { readonly message?: string },
  ) {
    super(message, options);
    this.details = [{ '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: errorId }];
  }
}

/**
 * The error that a caller gets when the operator's own `authenticate` or `identify` returns a value
 * that is no principal; it contains only the id of the log entry.
 */
export class MisconfiguredError extends InternalError {
  override readonly code = 'MISCONFIGURED';

  constructor(errorId: string, options: ErrorOptions = {}) {
    const message = 'Cannot serve the request because the agent is misconfigured.';
    super(errorId, { ...options, message });
  }
}

/**
 * Thrown while the engine cannot use its storage, mostly because a disk is full. It tells the
 * caller whether data may have been written, and the id of the log entry.
 */
class StorageUnavailableError extends A2AError {
  override readonly reason = 'UNAVAILABLE';

  /** The details for the caller: the id of the log entry of this error. */
  readonly details: readonly ErrorDetail[];

  constructor(
    errorId: string,
    {
      mayBeStored,
      ...options
    }: ErrorOptions & {
      /** True if the refused write may have been stored all the same; see `EngineStorageError`. */
      readonly mayBeStored: boolean;
    },
  ) {
    super({
      ...options,
      message: `Cannot serve the request because the storage of tasks is out of order. ${mayBeStored ? 'Whether it was stored is not known; look later, before you send it again.' : 'Nothing was stored; send it again later.'}`,
    });
    this.details = [{ '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: errorId }];
  }
}

/**
 * Thrown when the stored data of a task is damaged, so that the task can only be canceled. It tells
 * the caller the id of the log entry.
 */
class TaskLostError extends UnsupportedOperationError {
  /** The details for the caller: the id of the log entry of this error. */
  readonly details: readonly ErrorDetail[];

  constructor(errorId: string, options: ErrorOptions & { readonly taskId: string }) {
    super({
      cause: options.cause,
      message: `Cannot read task ${options.taskId} because a part of it is lost. It can only be canceled.`,
    });
    // The SDK finds the code of an error by this name.
    this.name = 'UnsupportedOperationError';
    this.details = [{ '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: errorId }];
  }
}

/**
 * Thrown while a blob of a task is missing or damaged, which the next read may find in order. It
 * tells the caller the id of the log entry.
 */
class TaskUnreadError extends A2AError {
  override readonly reason = 'UNAVAILABLE';

  /** The details for the caller: the id of the log entry of this error. */
  readonly details: readonly ErrorDetail[];

  constructor(errorId: string, options: ErrorOptions & { readonly taskId: string }) {
    super({
      cause: options.cause,
      message: `Cannot read task ${options.taskId} now because a part of it is out of reach. Try again later; the task can be canceled.`,
    });
    this.details = [{ '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: errorId }];
  }
}

/**
 * Thrown for a request without credentials where some are required, and for one with wrong
 * credentials.
 */
export class UnauthenticatedError extends A2AError {
  override readonly reason = 'UNAUTHENTICATED';

  /** The value of `WWW-Authenticate` (RFC 9110 section 11.6.1). */
  readonly challenge: string;

  constructor(
    challenge: string,
    {
      accepted = '',
    }: {
      /** What callers may send, such as `a key in the header x-api-key`. Default `''`: unsaid. */
      readonly accepted?: string;
    } = {},
  ) {
    super({
      message: `Cannot serve the request because its credentials are missing or unknown${accepted && `: send ${accepted}`}. The agent card says how to authenticate.`,
    });
    this.challenge = challenge;
  }
}

/** The address that a server listens on. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Thrown when a server cannot listen on its address. */
export class ListenError extends FormworkError {
  readonly code = 'LISTEN_FAILED';

  constructor(
    { host, port }: ListenAddress,
    {
      rule,
      value,
      ...options
    }: ErrorOptions & {
      /** The rule that the listen address breaks, such as `the address must be free and ours`. */
      readonly rule: string;
      /** The value at fault, as the error message shows it. */
      readonly value: string;
    },
  ) {
    super(`Cannot listen on ${host}:${port} because ${rule}: current value is ${value}`, options);
  }
}
