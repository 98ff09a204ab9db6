import { SharedPoll } from './shared-poll.ts';
import type { TaskEngine } from './task-engine.ts';
import { WakeSignal } from './wake-signal.ts';

/** The listeners of one task. */
interface TaskListeners {
  readonly sharedPoll: SharedPoll;
  /** Each call of `listen` adds an object of its own, so that a function can listen twice. */
  readonly all: Set<{ readonly listener: () => void }>;
}

/**
 * Passes the notices of one engine on to calls that wait for a change of a task. It needs one watch
 * of the engine for any number of listeners; a notice costs only the listeners of its own task. Make
 * one watcher per engine and process.
 */
export class TaskWatcher {
  readonly #listenersByTask = new Map<string, TaskListeners>();
  #shared = new Map<string, Promise<unknown>>();
  readonly #stop: () => void;

  constructor(engine: Pick<TaskEngine, 'watch'>) {
    this.#stop = engine.watch((taskId) => {
      this.#forgetShared();
      if (taskId === '*') {
        this.#callEveryone();
      } else {
        callAll(this.#listenersByTask.get(taskId));
      }
    });
  }

  /**
   * Calls `listener` after each notice that may concern the task, and when the watcher closes. Returns a
   * function that removes the listener.
   */
  listen(taskId: string, listener: () => void): () => void {
    const entry = { listener };
    const listeners = this.#findListeners(taskId);
    listeners.all.add(entry);
    return () => {
      listeners.all.delete(entry);
      if (listeners.all.size === 0 && this.#listenersByTask.get(taskId) === listeners) {
        this.#listenersByTask.delete(taskId);
      }
    };
  }

  /** Returns the shared poll that the listeners of a task have in common. */
  sharedPoll(taskId: string): SharedPoll {
    return this.#findListeners(taskId).sharedPoll;
  }

  /**
   * Reads something of a task for a listener. All that ask for the same key in the same turn of the
   * event loop get the same result, because a thousand readers of a task want the same events at
   * the same moment. A notice ends this, so a read after a notice is never older than the notice.
   */
  share<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const begun = this.#shared.get(key) as Promise<Value> | undefined;
    if (begun !== undefined) return begun;
    if (this.#shared.size === 0) setImmediate(() => this.#forgetShared());
    const result = read();
    this.#shared.set(key, result);
    return result;
  }

  /**
   * Resolves after the next notice that may concern the task, after the timeout, or when the signal
   * aborts; never rejects. Call `wait` before you read the task, so that no change in between is
   * missed.
   */
  async wait(
    taskId: string,
    {
      timeoutMs,
      signal,
    }: {
      /**
       * The longest time to wait for a notice, in milliseconds. The timer does not keep the process
       * alive.
       */
      readonly timeoutMs: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<void> {
    const wakeSignal = new WakeSignal();
    const unlisten = this.listen(taskId, () => wakeSignal.notify());
    const release = wakeSignal.stopOn(signal);
    try {
      await wakeSignal.wait(timeoutMs);
    } finally {
      unlisten();
      release();
    }
  }

  /** Closes the watcher. Waits under way resolve; later waits end by their timeout or signal alone. */
  close(): void {
    this.#stop();
    this.#callEveryone();
    this.#listenersByTask.clear();
  }

  #forgetShared(): void {
    if (this.#shared.size > 0) this.#shared = new Map();
  }

  #callEveryone(): void {
    for (const listeners of this.#listenersByTask.values()) {
      callAll(listeners);
    }
  }

  #findListeners(taskId: string): TaskListeners {
    const taskListeners = this.#listenersByTask.get(taskId);
    if (taskListeners !== undefined) return taskListeners;
    const newListeners = {
      sharedPoll: new SharedPoll(),
      all: new Set<{ readonly listener: () => void }>(),
    };
    this.#listenersByTask.set(taskId, newListeners);
    return newListeners;
  }
}

function callAll(listeners: TaskListeners | undefined): void {
  for (const { listener } of listeners?.all ?? []) {
    try {
      listener();
    } catch {
      // An error in one listener must not keep the notice from the others.
    }
  }
}
