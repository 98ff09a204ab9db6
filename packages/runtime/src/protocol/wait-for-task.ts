import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { isInterruptedState, isTerminalState } from '../engine/task-state.ts';
import { TaskNotFoundError } from '@a2a-js/sdk/errors';
import type { HintHub } from '../hint-hub.ts';

/** How often to look without a hint, in milliseconds. */
const POLL_MS = 500;

/** What {@link waitForTask} waits for. */
export interface WaitOptions {
  readonly engine: TaskEngine;
  readonly hub: HintHub;
  readonly scope: string;
  readonly taskId: string;
  /** Settles when the run is over, if it runs here: saves looking in between. */
  readonly run: Promise<void> | undefined;
}

/** The task once it has ended or waits for its caller. Throws `TaskNotFoundError` if it vanishes. */
export async function waitForTask({
  engine,
  hub,
  scope,
  taskId,
  run,
}: WaitOptions): Promise<TaskSnapshot> {
  async function look(): Promise<TaskSnapshot | undefined> {
    const snapshot = await engine.get(scope, taskId);
    if (snapshot === undefined) throw new TaskNotFoundError(`Task not found: ${taskId}`);
    return isTerminalState(snapshot.state) || isInterruptedState(snapshot.state)
      ? snapshot
      : undefined;
  }

  if (run !== undefined) {
    await run;
    const settled = await look();
    if (settled !== undefined) return settled;
  }
  const waiting = new AbortController();
  try {
    for (;;) {
      // Before the look, so that a change right after it is not missed.
      const hint = hub.wait(taskId, { timeoutMs: POLL_MS, signal: waiting.signal });
      const settled = await look();
      if (settled !== undefined) return settled;
      await hint;
    }
  } finally {
    waiting.abort();
  }
}
