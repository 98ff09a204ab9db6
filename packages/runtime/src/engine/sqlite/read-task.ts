import { TaskDamagedError } from '../../errors/task-damaged-error.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
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
    return await retryWhileBusy(() => {
      const row = store.findPlaced(scope, taskId);
      return row && read(row);
    });
  } catch (error) {
    // It may be deleted since its row was read, events and blobs after it.
    if (error instanceof TaskDamagedError && store.findIn(scope, taskId) === undefined) {
      return undefined;
    }
    throw error;
  }
}

/** The error also of a task of which a part is lost, so that it does not hide the others. */
export async function getReadable(
  { store, reader }: { readonly store: TaskStore; readonly reader: SnapshotReader },
  row: TaskRow,
): Promise<TaskSnapshot | TaskDamagedError | undefined> {
  try {
    return await reader.getSnapshot(row);
  } catch (error) {
    if (error instanceof TaskDamagedError) {
      return store.find(error.taskId) === undefined ? undefined : error;
    }
    throw error;
  }
}
