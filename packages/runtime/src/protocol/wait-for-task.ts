import type { TaskEngine } from '../engine/task-engine.ts';
import { isInterruptedState, isTerminalState } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import type { TaskWatcher } from '../engine/task-watcher.ts';
import { UnavailableError } from '../errors.ts';
import type { Runner } from '../runner/runner-options.ts';
import type { Scope } from '../scope.ts';
import { type ClosingSignal, waitUnlessClosing } from './closing.ts';
import { checkProgress, createTaskNotFound } from './task-progress.ts';

/** The interval at which a waiting call reads its task even without a notice, in milliseconds. */
const POLL_MS = 500;

/** Options of {@link waitForTask}. */
export interface WaitOptions {
  readonly engine: TaskEngine;
  readonly watcher: TaskWatcher;
  readonly scope: Scope;
  readonly taskId: string;
  /**
   * Settles when the run of the task is over, so that the task need not be polled; `undefined` if
   * the task does not run in this process.
   */
  readonly run: Promise<void> | undefined;
  /**
   * The runner that reports storage errors which keep the task from going on; the error ends the
   * wait with `UnavailableError`. Default: storage errors do not end the wait.
   */
  readonly runner?: Pick<Runner, 'findFault'>;
  /** The signal that the request handler closes; it ends the wait with `UnavailableError`. */
  readonly closing: ClosingSignal;
}

/**
 * Waits until a task has ended or waits for its caller, and returns its snapshot.
 *
 * @throws TaskNotFoundError if the task is deleted meanwhile
 */
export async function waitForTask(options: WaitOptions): Promise<TaskSnapshot> {
  const snapshot = await waitUnlessClosing(waitForState(options), options.closing);
  // Without a time limit, the snapshot is missing only if the task was deleted.
  if (snapshot === undefined) throw createTaskNotFound(options.taskId);
  return snapshot;
}

/**
 * Waits as {@link waitForTask} does, and returns `undefined` if the wait takes longer than the
 * given milliseconds.
 */
export function waitForTaskWithin(
  options: WaitOptions,
  limitMs: number,
): Promise<TaskSnapshot | undefined> {
  return waitUnlessClosing(waitForState(options, performance.now() + limitMs), options.closing);
}

/** The longest time for which a call waits for a change of its task, in milliseconds. */
const CHANGE_MS = 30_000;

/**
 * Waits until the log of a task has an entry after a number, and returns the snapshot; `undefined`
 * if nothing has happened for half a minute, or can happen any more.
 */
export async function waitForChange(
  options: WaitOptions,
  after: number,
): Promise<TaskSnapshot | undefined> {
  const isEnough = ({ seq, state }: TaskSnapshot): boolean => seq > after || isTerminalState(state);
  const wait = waitForState(options, performance.now() + CHANGE_MS, isEnough);
  return waitUnlessClosing(wait, options.closing);
}

async function waitForState(
  { engine, watcher, scope, taskId, run, runner, closing }: WaitOptions,
  end = Number.POSITIVE_INFINITY,
  isEnough = isAtRest,
): Promise<TaskSnapshot | undefined> {
  if (run !== undefined) {
    await run;
    const snapshot = await engine.get(scope, taskId);
    if (isSettled(snapshot, { taskId, isEnough })) return snapshot;
  }
  const waiting = new AbortController();
  try {
    for (;;) {
      if (closing.aborted) throw new UnavailableError();
      // The wait for a notice begins before the task is read, so that a change right after that is
      // not missed.
      const timeoutMs = Math.max(0, Math.min(POLL_MS, end - performance.now()));
      const hint = watcher.wait(taskId, { timeoutMs, signal: waiting.signal });
      const snapshot = await engine.get(scope, taskId);
      if (isSettled(snapshot, { taskId, isEnough })) return snapshot;
      if (timeoutMs === 0) return undefined;
      if (runner !== undefined) await checkProgress({ engine, runner, scope, taskId });
      await hint;
    }
  } finally {
    waiting.abort();
  }
}

/** Returns true for a task that has ended or waits for its caller. */
function isAtRest({ state }: TaskSnapshot): boolean {
  return isTerminalState(state) || isInterruptedState(state);
}

/**
 * Returns true for a task that a call has waited for.
 *
 * @throws TaskNotFoundError if the task does not exist any more
 */
function isSettled(
  snapshot: TaskSnapshot | undefined,
  {
    taskId,
    isEnough,
  }: { readonly taskId: string; readonly isEnough: (snapshot: TaskSnapshot) => boolean },
): snapshot is TaskSnapshot {
  if (snapshot === undefined) throw createTaskNotFound(taskId);
  return isEnough(snapshot);
}
