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
