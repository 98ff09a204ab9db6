import type { Scope } from '@formwork/runtime';
import type { TaskEvent, TaskSnapshot } from '@formwork/runtime';
import { openStore } from '../../support/open-store.ts';
import type { StoredTask } from '../history/run-history.ts';
import { toEventText, toStepName } from './event-text.ts';

/** A task of a store, in the form of a history and as a snapshot. */
export interface FoundTask {
  readonly stored: StoredTask;
  readonly snapshot: TaskSnapshot;
}

/** Reads all tasks of the given scopes from a store, with their logs. */
export async function readStoredTasks(
  file: string,
  scopes: readonly Scope[],
): Promise<readonly FoundTask[]> {
  const engine = openStore(file);
  const found: FoundTask[] = [];
  try {
    for (const scope of scopes) {
      let pageToken: string | undefined;
      do {
        const query = { pageSize: 100, ...(pageToken !== undefined && { pageToken }) };
        const page = await engine.list(scope, query);
        for (const snapshot of page.tasks) {
          const log = await engine.read(scope, snapshot.id, { after: 0, limit: 10_000 });
          found.push({ stored: toStoredTask(snapshot, log), snapshot });
        }
        pageToken = page.nextPageToken;
      } while (pageToken !== undefined);
    }
  } finally {
    await engine.close();
  }
  return found;
}

function toStoredTask({ id, history }: TaskSnapshot, log: readonly TaskEvent[]): StoredTask {
  return {
    taskId: id,
    key: history[0]?.messageId ?? '',
    log: log.map(({ seq, event }) => {
      const step = toStepName(event);
      return {
        seq,
        text: toEventText(event),
        isStreamed: event.kind === 'status' || event.kind === 'artifact',
        ...(event.kind === 'status' && { state: event.state }),
        ...(step !== undefined && { step }),
      };
    }),
  };
}
