import { createBell } from './bell.ts';
import { Lookout } from './lookout.ts';
import type { TaskEngine } from './task-engine.ts';

/**
 * The hint, in place of a task's id, that a task waits for a runner: only runners need to search
 * for work, and nobody else has to read a task.
 */
export const WORK_HINT = '!';

/** Sends hints of an engine to listeners: the ids of tasks that have changed. */
export interface HintEmitter {
  /**
   * Calls every listener with the id of a changed task soon; several changes of a task before that
   * cause one call.
   */
  emit(taskId: string): void;
  /** Adds a listener for hints; returns the function that removes it. */
  watch(hint: (taskId: string) => void): () => void;
  /** Removes every listener, so that no more hints are sent. */
  close(): void;
}

/** A settled promise: its reactions need no async resource, which `queueMicrotask` would make. */
const SETTLED = Promise.resolve();

/**
 * Makes an emitter of hints, by which engines implement `watch`. Listeners run in a microtask after
 * the change, so they may use the engine; errors that they throw are dropped.
 */
export function createHintEmitter(): HintEmitter {
  const listeners = new Set<{ readonly hint: (taskId: string) => void }>();
  let pending = new Set<string>();

  function flush(): void {
    const taskIds = pending;
    // A new set is made each time, because a set that is cleared over and over keeps its old tables
    // alive.
    pending = new Set();
    for (const listener of listeners) {
      for (const taskId of taskIds) {
        callSafely(listener.hint, taskId);
      }
    }
  }

  return {
    emit(taskId) {
      if (listeners.size === 0) {
        return;
      }
      if (pending.size === 0) {
        void SETTLED.then(flush);
      }
      pending.add(taskId);
    },
    watch(hint) {
      // Each call gets an object of its own, so that the same function can watch twice.
      const listener = { hint };
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close() {
      listeners.clear();
    },
  };
}

function callSafely(hint: (taskId: string) => void, taskId: string): void {
  try {
    hint(taskId);
  } catch {
    // An error in one listener must not keep the hint from the others, nor fail the write that
    // caused it.
  }
}

/** Passes the hints of one engine on to calls that wait for a change of a task. */
export interface HintHub {
  /**
   * Resolves after the next hint that may concern the task, after the timeout, or when the signal
   * aborts; never rejects. Call `wait` before you read the task, so that no change in between is
   * missed.
   */
  wait(taskId: string, options: HintWaitOptions): Promise<void>;
  /**
   * Calls `listener` after each hint that may concern the task, and when the hub closes. Returns a
   * function that removes the listener.
   */
  listen(taskId: string, listener: () => void): () => void;
  /** Returns the lookout that the listeners of a task have in common. */
  lookout(taskId: string): Lookout;
  /**
   * Reads something of a task for a listener. Whoever asks for the same key in the same turn of the
   * event loop gets the same result, because a thousand readers of a task want the same events at
   * the same moment. A hint ends this, so a read after a hint is never older than the hint.
   */
  share<Value>(key: string, read: () => Promise<Value>): Promise<Value>;
  /** Closes the hub. Waits under way resolve; later waits end by their timeout or signal alone. */
  close(): void;
}

/** Options of {@link HintHub.wait}. */
interface HintWaitOptions {
  /**
   * The longest time to wait for a hint, in milliseconds. The timer does not keep the process
   * alive.
   */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The listeners of one task. */
interface TaskListeners {
  readonly lookout: Lookout;
  /** Each call of `listen` adds an object of its own, so that a function can listen twice. */
  readonly all: Set<{ readonly listener: () => void }>;
}

/**
 * Makes a hub that needs one watch of the engine for any number of listeners; a hint costs only the
 * listeners of its own task. Make one hub per engine and process.
 */
export function createHintHub(engine: Pick<TaskEngine, 'watch'>): HintHub {
  const listenersByTask = new Map<string, TaskListeners>();
  let shared = new Map<string, Promise<unknown>>();

  function forgetShared(): void {
    if (shared.size > 0) shared = new Map();
  }

  const stop = engine.watch((taskId) => {
    forgetShared();
    if (taskId === '*') {
      callEveryone();
    } else {
      callAll(listenersByTask.get(taskId));
    }
  });

  function callEveryone(): void {
    for (const listeners of listenersByTask.values()) {
      callAll(listeners);
    }
  }

  function findListeners(taskId: string): TaskListeners {
    const known = listenersByTask.get(taskId);
    if (known !== undefined) return known;
    const made = { lookout: new Lookout(), all: new Set<{ readonly listener: () => void }>() };
    listenersByTask.set(taskId, made);
    return made;
  }

  function listen(taskId: string, listener: () => void): () => void {
    const own = { listener };
    const listeners = findListeners(taskId);
    listeners.all.add(own);
    return () => {
      listeners.all.delete(own);
      if (listeners.all.size === 0 && listenersByTask.get(taskId) === listeners) {
        listenersByTask.delete(taskId);
      }
    };
  }

  return {
    listen,
    lookout: (taskId) => findListeners(taskId).lookout,
    share<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
      const begun = shared.get(key) as Promise<Value> | undefined;
      if (begun !== undefined) return begun;
      if (shared.size === 0) setImmediate(forgetShared);
      const result = read();
      shared.set(key, result);
      return result;
    },
    async wait(taskId, { timeoutMs, signal }) {
      const bell = createBell();
      const unlisten = listen(taskId, () => bell.ring());
      const release = bell.stopOn(signal);
      try {
        await bell.wait(timeoutMs);
      } finally {
        unlisten();
        release();
      }
    },
    close() {
      stop();
      callEveryone();
      listenersByTask.clear();
    },
  };
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

/** A delayed call of a function, which runs once for many requests. */
interface Debounce {
  /** Requests the debounced call; it comes after the delay, counted from the first request. */
  call(): void;
  /** Cancels a requested call that has not run yet. */
  cancel(): void;
}

/**
 * Makes a function call that runs once for all requests within `delayMs` milliseconds. Its timer
 * does not keep the process alive.
 */
export function createDebounce(run: () => void, delayMs: number): Debounce {
  let timer: NodeJS.Timeout | undefined;
  return {
    call() {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, delayMs).unref();
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
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
