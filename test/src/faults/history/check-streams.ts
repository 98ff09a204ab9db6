import {
  isEnd,
  type RunHistory,
  type SeenStream,
  type StoredTask,
  type Violation,
} from './run-history.ts';

/**
 * Checks that every stream shows the same events as its task's log, from where the stream began.
 */
export function checkStreams({ tasks, streams }: RunHistory): readonly Violation[] {
  const logs = new Map(tasks.map(({ taskId, log }) => [taskId, log]));
  return streams.flatMap((stream) => checkStream(stream, logs.get(stream.taskId) ?? []));
}

/**
 * Checks that every receiver accepted all events that streams show, for the first time in the order of
 * the log.
 */
export function checkNotifications(history: RunHistory): readonly Violation[] {
  const { tasks, notified, notifications } = history;
  const logs = new Map(tasks.map(({ taskId, log }) => [taskId, log]));
  return notified.flatMap((taskId): readonly Violation[] => {
    const log = (logs.get(taskId) ?? []).filter(({ isStreamed }) => isStreamed);
    const found: Violation[] = [];
    const told = new Set<number>();
    for (const { seq, text } of notifications.filter((one) => one.taskId === taskId)) {
      const stored = log.find((entry) => entry.seq === seq)?.text;
      if (stored !== text) {
        const detail = `${seq} was told as ${text}, stored ${stored ?? 'nothing'}`;
        found.push({ rule: 'notification-differs', taskId, detail });
      }
      const before = log.find((entry) => entry.seq < seq && !told.has(entry.seq));
      if (before !== undefined && !told.has(seq)) {
        const detail = `${seq} was told before ${before.seq}`;
        found.push({ rule: 'notification-early', taskId, detail });
      }
      told.add(seq);
    }
    const missing = log.filter(({ seq }) => !told.has(seq)).map(({ seq }) => seq);
    if (missing.length > 0) {
      const detail = `${missing.join(', ')} of ${log.length} were not told`;
      found.push({ rule: 'notification-missing', taskId, detail });
    }
    return found;
  });
}

function checkStream(stream: SeenStream, log: StoredTask['log']): readonly Violation[] {
  const { taskId, after, state, events, isComplete } = stream;
  const found: Violation[] = [];
  const entries = new Map(log.map((entry) => [entry.seq, entry]));

  const stateThen = log.findLast((entry) => entry.seq <= after && entry.state !== undefined)?.state;
  if (state !== undefined && stateThen !== state) {
    const detail = `began ${state} at ${after}, stored ${stateThen ?? 'nothing'}`;
    found.push({ rule: 'stream-differs', taskId, detail });
  }

  let last = after;
  for (const { seq, text } of events) {
    if (seq <= last) {
      found.push({ rule: 'stream-repeats', taskId, detail: `${seq} came after ${last}` });
      continue;
    }
    const skipped = log.filter((entry) => entry.isStreamed && entry.seq > last && entry.seq < seq);
    if (skipped.length > 0) {
      const numbers = skipped.map((entry) => entry.seq).join(', ');
      found.push({ rule: 'stream-skips', taskId, detail: `${numbers} did not come before ${seq}` });
    }
    const stored = entries.get(seq);
    if (stored === undefined) {
      found.push({ rule: 'event-lost', taskId, detail: `${seq} (${text}) was streamed` });
    } else if (stored.text !== text) {
      const detail = `${seq} was streamed as ${text}, stored ${stored.text}`;
      found.push({ rule: 'stream-differs', taskId, detail });
    }
    last = seq;
  }

  const end = log.findLast((entry) => isEnd(entry.state))?.seq ?? Number.POSITIVE_INFINITY;
  if (isComplete && last < end) {
    const detail = `ended at ${last}, though the task did at ${end}`;
    found.push({ rule: 'stream-short', taskId, detail });
  }
  return found;
}
