/** Tells watchers which tasks changed. */
export interface HintEmitter {
  /** Soon calls every listener with the id; many calls before that are told once. */
  emit(taskId: string): void;
  /** Returns a function that ends the watch. */
  watch(hint: (taskId: string) => void): () => void;
  /** Ends every watch. */
  close(): void;
}

/**
 * For engines to implement `watch`. Listeners run in a microtask of their own: never inside the
 * change they are told about, so they may use the engine, and what they throw reaches nobody.
 */
export function createHintEmitter(): HintEmitter {
  const listeners = new Set<{ readonly hint: (taskId: string) => void }>();
  let pending = new Set<string>();

  function flush(): void {
    const taskIds = pending;
    // A new one each time: a set that is cleared over and over drags its old tables along.
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
        queueMicrotask(flush);
      }
      pending.add(taskId);
    },
    watch(hint) {
      // A wrapper each, so that one function watching twice is two watches.
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
    // One listener's fault must not keep the hint from the others, nor fail the write behind it.
  }
}
