/**
 * The notice, in place of a task's id, that a task waits for a runner: only runners need to search
 * for work, and no other part has to read a task.
 */
export const WORK_NOTICE = '!';

/** A settled promise: its reactions need no async resource, which `queueMicrotask` would make. */
const SETTLED = Promise.resolve();

/**
 * Sends notices of an engine to listeners: the ids of tasks that have changed. By it, engines
 * implement `watch`. Listeners run in a microtask after the change, so they may use the engine;
 * errors that they throw are dropped.
 */
export class ChangeEmitter {
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

  /** Adds a listener for notices; returns the function that removes it. */
  watch(hint: (taskId: string) => void): () => void {
    // Each call gets an object of its own, so that the same function can watch twice.
    const listener = { hint };
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Removes every listener, so that no more notices are sent. */
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
    // An error in one listener must not keep the notice from the others, nor fail the write that
    // caused it.
  }
}
