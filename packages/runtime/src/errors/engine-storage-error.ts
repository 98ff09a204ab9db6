import { FormworkError } from '@formwork/core';

/** Options of {@link EngineStorageError}. */
export interface EngineStorageErrorOptions extends ErrorOptions {
  /** Says more than the code does. Default: that the storage refuses, with its code. */
  readonly message?: string;
}

/**
 * Thrown when the storage of an engine refuses: the disk is full, cannot be read or written, or
 * stays locked. Nothing was written. The engine works again once its storage does.
 */
export class EngineStorageError extends FormworkError {
  readonly code = 'ENGINE_STORAGE';
  /** The storage's own code, such as `SQLITE_FULL`. */
  readonly storageCode: string;

  constructor(storageCode: string, options?: EngineStorageErrorOptions) {
    super(
      options?.message ??
        `Cannot use the storage of the task engine as it must take reads and writes: current value is ${storageCode}`,
      options,
    );
    this.storageCode = storageCode;
  }
}
