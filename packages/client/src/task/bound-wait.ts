import { AbortedError, DeadlineError, type RequestError } from '../errors.ts';
import type { WaitOptions } from '../outcome.ts';
import { cancelTask, type AgentLink } from '../transport/agent-link.ts';
import { createBoundSignal } from '../transport/signals.ts';
import type { TaskView } from './task-view.ts';

/** The longest time to ask an agent to cancel a task whose wait was aborted, in milliseconds. */
const CANCEL_MILLISECONDS = 5000;

/**
 * The longest time to wait for the id of a task that is to be canceled, in milliseconds: the agent
 * may have begun it already.
 */
const NAME_MILLISECONDS = 2000;

/** A wait for a task that its caller can end by a signal or a deadline. */
export interface BoundWait {
  /**
   * The signal that is aborted when the wait has to end, by the caller's signal or the deadline;
   * `undefined` if there is neither.
   */
  readonly signal: AbortSignal | undefined;
  /** To be called after each event of the task, the first of which tells the id of the task. */
  readonly look: () => void;
  /**
   * Turns an error that came from ending the wait into an `AbortedError` or a `DeadlineError`, and
   * cancels the task if `onAbort` says so, unless that was done before. Returns other errors unchanged.
   */
  readonly toError: (thrown: unknown, isCanceled?: boolean) => Promise<unknown>;
  /** Cancels the task if `onAbort` says so; for a caller that has left the wait. */
  readonly leave: () => Promise<void>;
  /**
   * Frees the timer and the listener of the wait. It MUST be called once the wait is over, however
   * it ended.
   */
  readonly release: () => void;
}

/** Begins a wait for a task; the deadline counts from here. */
export function createBoundWait(
  { signal: callerSignal, deadlineMs, onAbort = 'keep' }: WaitOptions,
  { link, view }: { readonly link: AgentLink; readonly view: TaskView },
): BoundWait {
  const bound =
    deadlineMs === undefined
      ? undefined
      : createBoundSignal({ signal: callerSignal, timeoutMs: deadlineMs });
  const both = bound?.signal ?? callerSignal;
  const late =
    both === undefined || onAbort === 'keep'
      ? undefined
      : new DelayedSignal(both, () => view.taskId());

  async function leave(): Promise<boolean> {
    const taskId = view.taskId();
    if (onAbort !== 'cancel' || taskId === undefined) return false;
    const signal = AbortSignal.timeout(CANCEL_MILLISECONDS);
    const context = { link, signal, schema: '', taskId: () => view.taskId() };
    try {
      await cancelTask(context, taskId);
      return true;
    } catch {
      // The task may have ended meanwhile; more cannot be done for a wait that is over.
      return false;
    }
  }

  return {
    signal: late?.signal ?? both,
    look: () => late?.look(),
    release() {
      late?.release();
      bound?.release();
    },
    leave: async () => {
      await leave();
    },
    toError: async (thrown, isCanceled) => {
      if (both?.aborted !== true) return thrown;
      const canceled = isCanceled || (await leave());
      const options = { taskId: view.taskId(), canceled, cause: both.reason as unknown };
      return callerSignal?.aborted === true
        ? new AbortedError(options)
        : new DeadlineError(options);
    },
  };
}

/** A signal that follows another one once the id of a task is known, or two seconds later. */
class DelayedSignal {
  readonly #original: AbortSignal;
  readonly #taskId: () => string | undefined;
  readonly #late = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(original: AbortSignal, taskId: () => string | undefined) {
    this.#original = original;
    this.#taskId = taskId;
    // Nothing was sent yet.
    if (original.aborted) this.#end();
    else original.addEventListener('abort', this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#late.signal;
  }

  /** Aborts the signal if the other one is aborted, and the id of the task is known by now. */
  look(): void {
    if (this.#original.aborted && this.#taskId() !== undefined) this.#end();
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#original.removeEventListener('abort', this.#follow);
  }

  readonly #follow = (): void => {
    this.look();
    this.#timer = setTimeout(() => this.#end(), NAME_MILLISECONDS);
  };

  #end(): void {
    this.#late.abort(this.#original.reason);
  }
}

/** The options of a wait whose agent cannot be reached. */
export type OutageOptions = Pick<WaitOptions, 'onUnreachable' | 'waitForMs'>;

/** The time for which the agent of a task cannot be reached. */
export class Outage {
  readonly #options: OutageOptions;
  #since: number | undefined;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** Notes that the agent was reached. */
  end(): void {
    this.#since = undefined;
  }

  /**
   * Notes that the agent was not reached, and returns true if the wait for its task still goes on
   * when all attempts have failed.
   */
  mayGoOn(failure: RequestError): boolean {
    const { waitForMs = 0, onUnreachable } = this.#options;
    if (waitForMs === 0) return false;
    const now = performance.now();
    if (this.#since === undefined) {
      this.#since = now;
      onUnreachable?.(failure);
    }
    return now - this.#since < waitForMs;
  }
}
