import { FormworkError } from '@formwork/core';

/** Thrown when the storage of a registry refuses. The registry works again once its storage does. */
export class RegistryStorageError extends FormworkError {
  readonly code = 'REGISTRY_STORAGE';
  /** The storage's own code, such as `SQLITE_FULL` or PostgreSQL's `53100`. */
  readonly storageCode: string;

  constructor(storageCode: string, options?: ErrorOptions) {
    super(
      `Cannot use the storage of the registry as it must take reads and writes: current value is ${storageCode}`,
      options,
    );
    this.storageCode = storageCode;
  }
}
