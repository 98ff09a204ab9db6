import { BlobMissingError } from '../../errors/blob-missing-error.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';
import type { SnapshotReader } from './snapshot-reader.ts';
import type { PlacedRow, TaskRow } from './task-row.ts';
import type { TaskStore } from './task-store.ts';

/** Which task {@link readTask} reads. */
export interface ReadTarget {
  readonly scope: string;
  readonly taskId: string;
}

/** What `read` makes of the row; `undefined` when there is no such task, or no longer. */
export async function readTask<Value>(
  store: TaskStore,
  { scope, taskId }: ReadTarget,
  read: (row: PlacedRow) => Value | Promise<Value>,
): Promise<Value | undefined> {
  try {
    const row = store.findPlaced(scope, taskId);
    return row && (await read(row));
  } catch (error) {
    // Blobs go after the rows: whoever has read the rows just before finds the blobs gone.
    if (error instanceof BlobMissingError && store.findIn(scope, taskId) === undefined) {
      return undefined;
    }
    throw error;
  }
}

/** `undefined` also for a task of which a blob is missing, so that it does not hide the others. */
export async function getReadable(
  reader: SnapshotReader,
  row: TaskRow,
): Promise<TaskSnapshot | undefined> {
  try {
    return await reader.getSnapshot(row);
  } catch (error) {
    if (error instanceof BlobMissingError) {
      return undefined;
    }
    throw error;
  }
}
