import { AbortedError, DeadlineError } from '../errors.ts';
import type { WaitOptions } from '../outcome.ts';
import { cancelTask, type AgentLink } from '../transport/agent-link.ts';
import { createBoundSignal } from '../transport/signals.ts';
import type { TaskView } from './task-view.ts';

/** The time to ask for a task to stop, in milliseconds. */
const CANCEL_MILLISECONDS = 5000;

/** The end of a wait from outside: the caller's signal, or its deadline. */
export interface BoundWait {
  /** `undefined` if nothing can end it. */
  readonly signal: AbortSignal | undefined;
  /** Replaces an error that the end of the wait caused; stops the task if the options say so. */
  readonly toError: (thrown: unknown) => Promise<unknown>;
  /** Stops the task if its wait was left and the options say so. */
  readonly leave: () => Promise<void>;
  /** MUST be called once the wait is over, however it ended. */
  readonly release: () => void;
}

/** Begins a wait; the deadline counts from here. */
export function createBoundWait(
  { signal: given, deadlineMs, onAbort = 'keep' }: WaitOptions,
  { link, view }: { readonly link: AgentLink; readonly view: TaskView },
): BoundWait {
  const bound =
    deadlineMs === undefined
      ? undefined
      : createBoundSignal({ signal: given, timeoutMs: deadlineMs });
  const both = bound?.signal ?? given;

  async function leave(): Promise<boolean> {
    const taskId = view.taskId();
    if (onAbort !== 'cancel' || taskId === undefined) return false;
    const signal = AbortSignal.timeout(CANCEL_MILLISECONDS);
    const context = { link, signal, schema: '', taskId: view.taskId };
    try {
      await cancelTask(context, taskId);
      return true;
    } catch {
      // It may have ended meanwhile; whoever ended the wait cannot do more.
      return false;
    }
  }

  return {
    signal: both,
    release: () => bound?.release(),
    leave: async () => {
      await leave();
    },
    toError: async (thrown) => {
      if (both?.aborted !== true) return thrown;
      const canceled = await leave();
      const options = { taskId: view.taskId(), canceled, cause: both.reason as unknown };
      return given?.aborted === true ? new AbortedError(options) : new DeadlineError(options);
    },
  };
}
