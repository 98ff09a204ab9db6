import { TaskDamagedError } from './task-damaged-error.ts';

/**
 * Thrown when an engine reads a task of which a part, kept in the blob store, is gone: the store
 * was emptied, or the file was copied without it. Other tasks are none the worse, and this one can
 * still be canceled and deleted.
 */
export class BlobMissingError extends TaskDamagedError {
  override readonly code = 'BLOB_MISSING';
  /** What the blob store does not have. */
  readonly blobId: string;

  constructor(taskId: string, blobId: string) {
    super(taskId, {
      message: `Cannot read task ${taskId} as its blob ${blobId} must be in the blob store: current value is undefined`,
    });
    this.blobId = blobId;
  }
}
