import { randomUUID } from 'node:crypto';
import { A2A_ERROR_CODE, A2AError, isJsonRpcError } from '@a2a-js/sdk/errors';
import { toErrorText, type TaskLogger } from '@formwork/core';
import {
  TaskDamagedError,
  EngineClosedError,
  EngineStorageError,
  UnavailableError,
} from '@formwork/runtime';
import { InternalError } from './errors/internal-error.ts';
import { StorageUnavailableError } from './errors/storage-unavailable-error.ts';
import { TaskLostError } from './errors/task-lost-error.ts';

/**
 * An error whose message and details a caller may read: errors of the protocol as they are,
 * anything else is logged and becomes an {@link InternalError}, or, if the storage of the tasks is
 * at fault, a {@link StorageUnavailableError} or a {@link TaskLostError}.
 */
export function toPublicError(error: unknown, logger: TaskLogger): A2AError | InternalError {
  if (error instanceof InternalError) return error;
  if (error instanceof A2AError && !isInternal(error)) return error;
  // The engine closes last: whoever still asks for something came too late.
  if (error instanceof EngineClosedError) return new UnavailableError({ cause: error });
  const errorId = randomUUID();
  logger.error('Cannot answer a request', { errorId, error: toErrorText(error) });
  if (error instanceof EngineStorageError) {
    const { mayBeStored } = error;
    return new StorageUnavailableError(errorId, { cause: error, mayBeStored });
  }
  if (error instanceof TaskDamagedError) {
    return new TaskLostError(errorId, { taskId: error.taskId, cause: error });
  }
  return new InternalError(errorId, { cause: error });
}

/** The SDK reports its own failures as protocol errors too. */
function isInternal(error: A2AError): boolean {
  return isJsonRpcError(error) && error.envelopeCode === A2A_ERROR_CODE.INTERNAL_ERROR;
}
