import type { Reply, ReplyOutcome } from './task-engine.ts';
import type { TaskRecord } from './task-record.ts';
import { isInterruptedState } from './task-state.ts';

/** Why a reply cannot be written; `undefined` when it can, and then its key counts as used. */
export function refuseReply(
  record: TaskRecord,
  { expectedSeq, idempotencyKey }: Reply,
): ReplyOutcome | undefined {
  if (idempotencyKey !== undefined && record.replyKeys?.has(idempotencyKey) === true) {
    return { kind: 'repeated' };
  }
  if (!isInterruptedState(record.state) || record.log.length !== expectedSeq) {
    return { kind: 'stale', state: record.state };
  }
  if (idempotencyKey !== undefined) {
    record.replyKeys ??= new Set();
    record.replyKeys.add(idempotencyKey);
  }
  return undefined;
}
