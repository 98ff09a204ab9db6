import { isEnd, type StoredTask, type Violation } from './run-history.ts';

/** Checks that each task's log has no gaps, and exactly one end, after which nothing follows. */
export function checkLogs(tasks: readonly StoredTask[]): readonly Violation[] {
  return tasks.flatMap((task) => [...findGaps(task), ...findEnds(task)]);
}

function findGaps({ taskId, log }: StoredTask): readonly Violation[] {
  return log.flatMap(({ seq }, index) =>
    seq === index + 1
      ? []
      : [{ rule: 'log-gap', taskId, detail: `entry ${index + 1} has the number ${seq}` }],
  );
}

function findEnds({ taskId, log }: StoredTask): readonly Violation[] {
  const ends = log.flatMap(({ state }, index) => (isEnd(state) ? [index] : []));
  const [end] = ends;
  if (end === undefined) {
    const last = log.findLast(({ state }) => state !== undefined);
    return [{ rule: 'end-missing', taskId, detail: `the task is ${last?.state ?? 'nothing'}` }];
  }
  const found: Violation[] = [];
  if (ends.length > 1) {
    found.push({ rule: 'end-repeated', taskId, detail: `${ends.length} ends` });
  }
  if (end < log.length - 1) {
    const detail = `${log.length - 1 - end} entries after the end`;
    found.push({ rule: 'event-after-end', taskId, detail });
  }
  return found;
}
