import { createBell } from './bell.ts';
import { Lookout } from './lookout.ts';
import type { TaskEngine } from './task-engine.ts';

/**
 * The hint, in place of a task's id, that a task waits for a runner: only runners need to search
 * for work, and no other part has to read a task.
 */
export const WORK_HINT = '!';

/** A settled promise: its reactions need no async resource, which `queueMicrotask` would make. */
const SETTLED = Promise.resolve();

/**
 * Sends hints of an engine to listeners: the ids of tasks that have changed. By it, engines
 * implement `watch`. Listeners run in a microtask after the change, so they may use the engine;
 * errors that they throw are dropped.
 */
export class HintEmitter {
  readonly #listeners = new Set<{ readonly hint: (taskId: string) => void }>();
  #pending = new Set<string>();

  /**
   * Calls every listener with the id of a changed task soon; several changes of a task before that
   * cause one call.
   */
  emit(taskId: string): void {
    if (this.#listeners.size === 0) {
      return;
    }
    if (this.#pending.size === 0) {
      void SETTLED.then(() => this.#flush());
    }
    this.#pending.add(taskId);
  }

  /** Adds a listener for hints; returns the function that removes it. */
  watch(hint: (taskId: string) => void): () => void {
    // Each call gets an object of its own, so that the same function can watch twice.
    const listener = { hint };
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Removes every listener, so that no more hints are sent. */
  close(): void {
    this.#listeners.clear();
  }

  #flush(): void {
    const taskIds = this.#pending;
    // A new set is made each time, because a set that is cleared over and over keeps its old tables
    // alive.
    this.#pending = new Set();
    for (const listener of this.#listeners) {
      for (const taskId of taskIds) {
        callSafely(listener.hint, taskId);
      }
    }
  }
}

function callSafely(hint: (taskId: string) => void, taskId: string): void {
  try {
    hint(taskId);
  } catch {
    // An error in one listener must not keep the hint from the others, nor fail the write that
    // caused it.
  }
}

/** The listeners of one task. */
interface TaskListeners {
  readonly lookout: Lookout;
  /** Each call of `listen` adds an object of its own, so that a function can listen twice. */
  readonly all: Set<{ readonly listener: () => void }>;
}

/**
 * Passes the hints of one engine on to calls that wait for a change of a task. It needs one watch
 * of the engine for any number of listeners; a hint costs only the listeners of its own task. Make
 * one hub per engine and process.
 */
export class HintHub {
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
   * Calls `listener` after each hint that may concern the task, and when the hub closes. Returns a
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

  /** Returns the lookout that the listeners of a task have in common. */
  lookout(taskId: string): Lookout {
    return this.#findListeners(taskId).lookout;
  }

  /**
   * Reads something of a task for a listener. All that ask for the same key in the same turn of the
   * event loop get the same result, because a thousand readers of a task want the same events at
   * the same moment. A hint ends this, so a read after a hint is never older than the hint.
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
   * Resolves after the next hint that may concern the task, after the timeout, or when the signal
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
       * The longest time to wait for a hint, in milliseconds. The timer does not keep the process
       * alive.
       */
      readonly timeoutMs: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<void> {
    const bell = createBell();
    const unlisten = this.listen(taskId, () => bell.ring());
    const release = bell.stopOn(signal);
    try {
      await bell.wait(timeoutMs);
    } finally {
      unlisten();
      release();
    }
  }

  /** Closes the hub. Waits under way resolve; later waits end by their timeout or signal alone. */
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
      lookout: new Lookout(),
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
      // An error in one listener must not keep the hint from the others.
    }
  }
}

/**
 * A delayed call of a function, which runs once for all requests within `delayMs` milliseconds. Its
 * timer does not keep the process alive.
 */
export class Debounce {
  readonly #run: () => void;
  readonly #delayMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(run: () => void, delayMs: number) {
    this.#run = run;
    this.#delayMs = delayMs;
  }

  /** Requests the debounced call; it comes after the delay, counted from the first request. */
  call(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#run();
    }, this.#delayMs).unref();
  }

  /** Cancels a requested call that has not run yet. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/**
 * The time for which a runner starts tasks without a pause, before the event loop handles requests
 * and timers, in milliseconds.
 */
const TURN_MS = 25;

/**
 * Makes a function that pauses its caller now and then, so that the event loop handles requests and
 * timers. Without the pauses, handlers that compute and an engine that answers at once would block
 * the event loop while tasks wait.
 */
export function createBreather(): () => Promise<void> | undefined {
  let breathedAt = performance.now();
  return () => {
    if (performance.now() - breathedAt < TURN_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        breathedAt = performance.now();
        resolve();
      });
    });
  };
}
