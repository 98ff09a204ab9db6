import { hashKey, type IdempotencyKey } from '../idempotency-key.ts';
import type { TaskRecord } from './memory-records.ts';
import { isProgress } from './requests.ts';
import type { Reply, ReplyOutcome } from './task-engine.ts';
import { isInterruptedState } from './task-event.ts';

/**
 * Returns the outcome that refuses a reply. If the reply can be written, returns `undefined`, and
 * the reply's idempotency key counts as used.
 */
export function refuseReply(
  record: TaskRecord,
  { expectedSeq, idempotencyKey }: Reply,
): ReplyOutcome | undefined {
  if (idempotencyKey !== undefined && hasReplied(record, idempotencyKey)) {
    return { kind: 'repeated' };
  }
  if (!isInterruptedState(record.state) || !isLast(record, expectedSeq)) {
    return { kind: 'stale', state: record.state };
  }
  if (idempotencyKey !== undefined) {
    record.replyKeys ??= new Set();
    record.replyKeys.add(idempotencyKey);
  }
  return undefined;
}

/** Returns true for the place of the last event of a log, not counting memos that were kept late. */
function isLast({ log }: TaskRecord, seq: number): boolean {
  return seq <= log.length && log.slice(seq).every(({ event }) => isProgress(event));
}

function hasReplied({ replyKeys, importedReplyKeys }: TaskRecord, key: IdempotencyKey): boolean {
  if (replyKeys?.has(key) === true) return true;
  return importedReplyKeys?.has(hashKey(key).toString('hex')) === true;
}
