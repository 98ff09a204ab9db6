import type { Lease } from './lease.ts';
import type { Memo } from './task-event.ts';

/** Keeps the results of steps that end after their run has given its lease back. */
export interface LateMemos {
  /**
   * Adds the result of a step to the log of a task that has not been claimed since the lease, though
   * the lease may have ended because the task waits for its caller or for another attempt. Returns
   * false, and writes nothing, once the task was claimed again, has ended or is gone: so the run of
   * the next claim finds either every memo in the task, or none that comes later.
   *
   * MUST change nothing else: the state with its time, the open question, the place in the queue and
   * the count of attempts stay as they are, and a {@link Reply} to the question that was read before
   * MUST still be accepted. An engine whose logs have a limit MUST throw `LogFullError`.
   */
  keepMemo(lease: Lease, memo: Memo): Promise<boolean>;
}
