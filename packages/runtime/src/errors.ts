import { A2AError, type ErrorDetail } from '@a2a-js/sdk/errors';
import { FormworkError, type Problem, toPlainText } from '@formwork/schema';

/**
 * Thrown to a handler that calls a method of its `task` with a value that is not allowed or cannot
 * be sent.
 */
export class TaskCallError extends FormworkError {
  readonly code = 'TASK_CALL_INVALID';
}

/**
 * Thrown when the result of a step or the answer to a question cannot be remembered, or when the
 * remembered one belongs to other code.
 */
export class MemoError extends FormworkError {
  readonly code = 'MEMO_INVALID';
}

/**
 * Thrown when a handler's result does not fit the output schema that its skill declares. Callers do
 * not see the details.
 */
export class OutputInvalidError extends FormworkError {
  readonly code = 'OUTPUT_INVALID';

  /** The name of the output schema that the skill declares; empty if it declares none. */
  readonly schema: string;
  readonly problems: readonly Problem[];

  /** The text about the fault that the caller may read, which completes "the answer …". */
  get fault(): string {
    return describeMisfit(this.schema);
  }

  constructor(schema: string, problems: readonly Problem[], options?: ErrorOptions) {
    super(
      `Cannot send the result because it ${describeMisfit(schema)}:\n${toPlainText(problems, { schema })}`,
      options,
    );
    this.schema = schema;
    this.problems = problems;
  }
}

function describeMisfit(schema: string): string {
  return schema === '' ? 'is not what the skill promises' : `does not fit schema "${schema}"`;
}

/**
 * Thrown when the stored input of a task no longer passes the schema library of its skill, which
 * has changed since.
 */
export class InputInvalidError extends FormworkError {
  readonly code = 'INPUT_INVALID';

  readonly problems: readonly Problem[];

  constructor(schema: string, problems: readonly Problem[]) {
    super(
      `Cannot run the task because its input does not fit schema "${schema}":\n${toPlainText(problems, { schema })}`,
    );
    this.problems = problems;
  }
}

/**
 * Thrown when a stored task names a skill, or a handler, that this version of the agent does not
 * have.
 */
export class SkillMissingError extends FormworkError {
  readonly code = 'SKILL_MISSING';

  constructor(skillId: string) {
    super(`Cannot run the task because the agent has no skill "${skillId}"`);
  }
}

/** Thrown when the log of a task is full: only the event that ends the task can still be added. */
export class LogFullError extends FormworkError {
  readonly code = 'LOG_FULL';

  constructor(limit: number, count: number) {
    super(
      `Cannot append events because the log of the task is full: it would have ${count}, and fewer than ${limit} fit`,
    );
  }
}

/**
 * Thrown when a runner writes to a task that it no longer holds: the task was claimed again, the
 * lease has ended, or the task is terminal. Nothing was written; the runner must stop.
 */
export class LeaseLostError extends FormworkError {
  readonly code = 'LEASE_LOST';
  readonly taskId: string;
  /** The epoch of the lost lease; the task itself may have a higher one. */
  readonly epoch: number;

  constructor(taskId: string, epoch: number, options?: ErrorOptions) {
    super(
      `Cannot write to task ${taskId} because its lease is lost: another run holds the task, or it has ended (epoch ${epoch})`,
      options,
    );
    this.taskId = taskId;
    this.epoch = epoch;
  }
}

/** Thrown by every method of a task engine that has been closed. */
export class EngineClosedError extends FormworkError {
  readonly code = 'ENGINE_CLOSED';

  constructor(options?: ErrorOptions) {
    super('Cannot use the task engine because it is closed', options);
  }
}

/**
 * Thrown when the storage of an engine refuses: the disk is full, cannot be read or written, or
 * stays locked. Unless `mayBeStored` is true, nothing was written. The engine works again once its
 * storage works.
 */
export class EngineStorageError extends FormworkError {
  readonly code = 'ENGINE_STORAGE';
  /** The storage's own code, such as `SQLITE_FULL`. */
  readonly storageCode: string;
  /**
   * True if a failed commit may still count later: the file was moved away and may come back, or
   * the disk stored the commit without confirming it.
   */
  readonly mayBeStored: boolean;
  /**
   * True if the storage cannot be reached, as a database that is being restarted: it may come back
   * by itself. Streams wait for it, and the log tells once that it is away.
   */
  readonly isAway: boolean;
  /**
   * True if the storage refuses until an operator corrects its address, its password or the rights of
   * its user. A server that starts over such a storage does not listen.
   */
  readonly isLasting: boolean;
  /**
   * The id of the blob that could not be stored, read or deleted; `undefined` if the fault was not
   * with a blob.
   */
  readonly blobId: string | undefined;

  constructor(
    storageCode: string,
    options?: ErrorOptions & {
      /**
       * The message of the error. Default: a text that says that the storage refuses, with its code.
       */
      readonly message?: string;
      /**
       * True if the refused write may count later: see {@link EngineStorageError.mayBeStored}. Default
       * false.
       */
      readonly mayBeStored?: boolean;
      /** True if the storage cannot be reached: see {@link EngineStorageError.isAway}. Default false. */
      readonly isAway?: boolean;
      /** True if waiting does not help: see {@link EngineStorageError.isLasting}. Default false. */
      readonly isLasting?: boolean;
      /** The blob that could not be stored, read or deleted. Default: the fault was not with a blob. */
      readonly blobId?: string;
    },
  ) {
    super(
      options?.message ??
        `Cannot use the storage of the task engine because it does not take reads and writes (${storageCode})`,
      options,
    );
    this.storageCode = storageCode;
    this.mayBeStored = options?.mayBeStored ?? false;
    this.isAway = options?.isAway ?? false;
    this.isLasting = options?.isLasting ?? false;
    this.blobId = options?.blobId;
  }
}

/**
 * Thrown when an engine is opened over a storage that a newer version of the program has changed,
 * because this version cannot write to that storage safely. The storage was not changed.
 */
export class EngineSchemaUnknownError extends FormworkError {
  readonly code = 'ENGINE_SCHEMA_UNKNOWN';
  /** The names of the migrations in the file that this version does not know. */
  readonly migrations: readonly string[];

  constructor(storage: string, migrations: readonly string[], options?: ErrorOptions) {
    super(
      `Cannot open ${storage} because a newer program has changed it: this one does not know ${migrations.join(', ')}. Update this program, or name another store.`,
      options,
    );
    this.migrations = migrations;
  }
}

/** Returns true for an error of a storage that cannot be reached and may come back by itself. */
export function isStorageAway(error: unknown): error is EngineStorageError {
  return error instanceof EngineStorageError && error.isAway;
}

/** Options of {@link TaskDamagedError}. */
export interface TaskDamagedErrorOptions extends ErrorOptions {
  /** The message of the error. Default: a text that says that the log of the task is damaged. */
  readonly message?: string;
  /** The blob that is missing or damaged. Default: the log itself is damaged. */
  readonly blobId?: string;
}

/**
 * Thrown when an engine reads a task whose stored data is damaged: bits have flipped on the disk,
 * or the file was changed. Other tasks are not affected, and the damaged task can still be
 * canceled and deleted.
 */
export class TaskDamagedError extends FormworkError {
  readonly code: 'TASK_DAMAGED' | 'BLOB_MISSING' = 'TASK_DAMAGED';
  readonly taskId: string;
  /**
   * The id of the blob that is missing or damaged; `undefined` if the log itself is damaged. The
   * blob may be there again when it is read again, so the task waits for it.
   */
  readonly blobId: string | undefined;

  constructor(taskId: string, options: TaskDamagedErrorOptions = {}) {
    super(
      options.message ??
        `Cannot read task ${taskId} because its log is damaged. Restore the file from a copy, or delete the task.`,
      options,
    );
    this.taskId = taskId;
    this.blobId = options.blobId;
  }
}

/**
 * Thrown when an engine reads a task of which a blob is missing: the blob store was emptied, the
 * file was copied without it, or the place of the blobs is wrong. Other tasks are not affected, and
 * this task waits, and can still be canceled and deleted.
 */
export class BlobMissingError extends TaskDamagedError {
  override readonly code = 'BLOB_MISSING';
  /** The id of the blob that the store does not have. */
  declare readonly blobId: string;

  constructor(taskId: string, blobId: string) {
    super(taskId, {
      message: `Cannot read task ${taskId} because its blob ${blobId} is not in the blob store. Check the place of the blobs (folder, bucket, prefix), restore the blob, or delete the task.`,
      blobId,
    });
  }
}

const SHOWN_LENGTH = 80;

/**
 * Thrown when tasks are listed with a page token that was made for another scope or other filters.
 */
export class InvalidPageTokenError extends FormworkError {
  readonly code = 'PAGE_TOKEN_INVALID';

  constructor(pageToken: string, options?: ErrorOptions) {
    const shown = JSON.stringify(pageToken.slice(0, SHOWN_LENGTH));
    super(
      `Cannot list tasks because pageToken must come from the page before, with the same filters: current value is ${shown}`,
      options,
    );
  }
}

/**
 * Thrown when the server is closing and takes no more work, or cannot store tasks for now. Callers
 * get the status `UNAVAILABLE` of `google.rpc.Code`: the same request may succeed later, or at
 * another server.
 */
export class UnavailableError extends A2AError {
  override readonly reason = 'UNAVAILABLE';

  constructor(
    options: ErrorOptions & {
      /** The message for the caller. Default: a text that says that the server is closing. */
      readonly message?: string;
    } = {},
  ) {
    super({
      ...options,
      message:
        options.message ??
        'Cannot serve the request because the server is closing. Send it again later.',
    });
  }
}

/**
 * Thrown when a caller exceeds its quota. Callers get the status `RESOURCE_EXHAUSTED` of
 * `google.rpc.Code`, with the time to wait.
 */
export class QuotaError extends A2AError {
  override readonly reason = 'RATE_LIMITED';
  readonly retryAfterMs: number;
  readonly details: readonly ErrorDetail[];

  constructor(
    message: string,
    {
      retryAfterMs,
    }: {
      /** The time after which the same request may succeed, in milliseconds. */
      readonly retryAfterMs: number;
    },
  ) {
    super({ message });
    this.retryAfterMs = retryAfterMs;
    const retryDelay = `${Math.ceil(retryAfterMs / 1_000)}s`;
    this.details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }];
  }
}

/**
 * An error of A2A that tells the caller more than its `ErrorInfo`.
 *
 * Servers send `details` after the `ErrorInfo`, so the details MUST be JSON and MUST NOT hold
 * secrets.
 */
export interface DetailedError extends A2AError {
  /**
   * The details of the error: messages of `google.rpc`, such as `BadRequest`, as ProtoJSON `Any`.
   */
  readonly details: readonly ErrorDetail[];
}

/** Returns true for a {@link DetailedError}, also one made by another copy of the SDK. */
export function isDetailedError(value: unknown): value is DetailedError {
  return value instanceof A2AError && 'details' in value && Array.isArray(value.details);
}
