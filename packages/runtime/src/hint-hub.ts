import { createBell } from './bell.ts';
import type { TaskEngine } from './engine/task-engine.ts';

/** Hands the hints of one engine to whoever waits for a task. */
export interface HintHub {
  /**
   * Resolves after the next hint that is, or may be, about the task, after the time, or once the
   * signal aborts; it never rejects. Call it before looking, lest a change in between be missed.
   */
  wait(taskId: string, options: HintWaitOptions): Promise<void>;
  /** Calls `listener` after each such hint, and when the hub closes. Returns a function that ends it. */
  listen(taskId: string, listener: () => void): () => void;
  /** Ends the watch. Waits resolve; later ones end by their time or signal alone. */
  close(): void;
}

/** Options of {@link HintHub.wait}. */
export interface HintWaitOptions {
  /** In milliseconds. The timer does not keep the process alive. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * One watch for any number of listeners: a hint costs what its own task's listeners cost.
 * Create one per engine and process.
 */
export function createHintHub(engine: Pick<TaskEngine, 'watch'>): HintHub {
  const listenersByTask = new Map<string, Set<() => void>>();
  const stop = engine.watch((taskId) => {
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

  function listen(taskId: string, listener: () => void): () => void {
    // A wrapper each, so that one function listening twice is two listeners.
    const own = (): void => listener();
    const listeners = listenersByTask.get(taskId) ?? new Set();
    listenersByTask.set(taskId, listeners.add(own));
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && listenersByTask.get(taskId) === listeners) {
        listenersByTask.delete(taskId);
      }
    };
  }

  return {
    listen,
    async wait(taskId, { timeoutMs, signal }) {
      const bell = createBell();
      const unlisten = listen(taskId, bell.ring);
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

function callAll(listeners: ReadonlySet<() => void> = new Set()): void {
  for (const listener of listeners) {
    try {
      listener();
    } catch {
      // One listener's fault must not keep the hint from the others.
    }
  }
}
