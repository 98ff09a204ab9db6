import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * An `AbortController` that is made when its signal is first read. Most handlers end without
 * reading it, and an `AbortController` costs more than the rest of a short run.
 */
export class LazyAbort {
  #controller: AbortController | undefined;
  /** Calls a function in the asynchronous context of the code that has first read the signal. */
  #callInContext: ((work: () => void) => void) | undefined;
  #aborted = false;
  #reason: unknown;
  #createReason: (() => unknown) | undefined;

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    if (this.#createReason !== undefined) {
      this.#reason = this.#createReason();
      this.#createReason = undefined;
    }
    return this.#reason;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      this.#callInContext = AsyncLocalStorage.snapshot();
      if (this.#aborted) this.#controller.abort(this.reason);
    }
    return this.#controller.signal;
  }

  /** Aborts with the reason that a function makes once it is first read. Only the first call counts. */
  abort(createReason: () => unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#createReason = createReason;
    const controller = this.#controller;
    // What the listeners of a handler do belongs to its run, whatever ends it.
    if (controller !== undefined) this.#callInContext?.(() => controller.abort(this.reason));
  }
}
