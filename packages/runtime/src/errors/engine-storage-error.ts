import { FormworkError } from '@formwork/core';

/** Options of {@link EngineStorageError}. */
export interface EngineStorageErrorOptions extends ErrorOptions {
  /** Says more than the code does. Default: that the storage refuses, with its code. */
  readonly message?: string;
  /** See {@link EngineStorageError.mayBeStored}. Default false. */
  readonly mayBeStored?: boolean;
}

/**
 * Thrown when the storage of an engine refuses: the disk is full, cannot be read or written, or
 * stays locked. Unless `mayBeStored` nothing was written. The engine works again once its storage
 * does.
 */
export class EngineStorageError extends FormworkError {
  readonly code = 'ENGINE_STORAGE';
  /** The storage's own code, such as `SQLITE_FULL`. */
  readonly storageCode: string;
  /**
   * True when a commit failed in such a way that it may count later: its file was moved away and may
   * come back, or the disk has it and did not say so.
   */
  readonly mayBeStored: boolean;

  constructor(storageCode: string, options?: EngineStorageErrorOptions) {
    super(
      options?.message ??
        `Cannot use the storage of the task engine as it must take reads and writes: current value is ${storageCode}`,
      options,
    );
    this.storageCode = storageCode;
    this.mayBeStored = options?.mayBeStored ?? false;
  }
}
