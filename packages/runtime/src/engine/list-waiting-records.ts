import { parseTime } from './parse-time.ts';
import type { WaitingQuery, WaitingTask } from './task-engine.ts';
import type { TaskRecord } from './task-record.ts';
import { isInterruptedState } from './task-state.ts';

/** See `TaskEngine.listWaiting`. */
export function listWaitingRecords(
  records: Iterable<TaskRecord>,
  { before, limit }: WaitingQuery,
): readonly WaitingTask[] {
  const time = parseTime(before, 'Cannot list waiting tasks as before');
  return [...records]
    .filter(({ state, statusTime }) => isInterruptedState(state) && statusTime < time)
    .toSorted((a, b) => a.statusTime - b.statusTime)
    .slice(0, Math.max(0, limit))
    .map(({ id, scope, snapshot: { contextId }, log }) => ({
      taskId: id,
      scope,
      contextId,
      seq: log.length,
    }));
}
