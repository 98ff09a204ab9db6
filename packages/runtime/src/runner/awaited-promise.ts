/**
 * A promise that knows whether the handler awaits it or handles its rejection, and whether it does
 * so only to race it with others.
 */
export class AwaitedPromise<Result> extends Promise<Result> {
  isAwaited = false;
  #onAwaited: (() => void) | undefined;
  /** The number of times that something other than a race waits for the promise. */
  #waiters = 0;
  /** The functions that resolve races in which the promise takes part. */
  readonly #races = new Set<unknown>();
  #isSubscribing = false;

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /**
   * `await` and the combinators of `Promise` read this before they wait. With `Promise` as its
   * value, a race calls `then` of all its promises with one and the same function, by which races
   * are known, and `await` does not call `then`. So reading it counts as waiting.
   */
  override get ['constructor'](): PromiseConstructor {
    if (#waiters in this && !this.#isSubscribing) {
      this.#waiters += 1;
      this.#noteAwaited();
    }
    return Promise;
  }

  override then<Value = Result, Reason = never>(
    onFulfilled?: ((value: Result) => Value | PromiseLike<Value>) | null,
    onRejected?: ((reason: unknown) => Reason | PromiseLike<Reason>) | null,
  ): Promise<Value | Reason> {
    if (isResolver(onFulfilled)) {
      this.#races.add(onFulfilled);
      // The combinator has read the constructor before.
      this.#waiters = Math.max(0, this.#waiters - 1);
    } else {
      this.#waiters += 1;
    }
    this.#noteAwaited();
    return this.#subscribe(onFulfilled, onRejected);
  }

  /** Returns true if the handler waits for the promise only beside other promises. */
  get isRaced(): boolean {
    return this.#waiters === 0 && this.#races.size > 0;
  }

  /** Resolves once the handler awaits the promise. */
  async whenAwaited(): Promise<void> {
    if (this.isAwaited) return;
    await new Promise<void>((resolve) => {
      this.#onAwaited = resolve;
    });
  }

  /** Keeps a rejection that is not awaited from ending the process. */
  allowUnawaited(): this {
    void this.#subscribe(undefined, () => {});
    return this;
  }

  /**
   * Returns true if the handler waits for the promise only in `Promise.race` or `Promise.any`, and
   * each of these races has one of the `winners`, too.
   */
  hasLost(winners: readonly AwaitedPromise<unknown>[]): boolean {
    if (this.#waiters > 0 || this.#races.size === 0) return false;
    return [...this.#races].every((race) => winners.some((winner) => winner.#races.has(race)));
  }

  #noteAwaited(): void {
    this.isAwaited = true;
    this.#onAwaited?.();
  }

  /** Calls `then` of the base class, which reads the constructor as well. */
  #subscribe<Value, Reason>(
    onFulfilled?: ((value: Result) => Value | PromiseLike<Value>) | null,
    onRejected?: ((reason: unknown) => Reason | PromiseLike<Reason>) | null,
  ): Promise<Value | Reason> {
    this.#isSubscribing = true;
    try {
      return super.then<Value, Reason>(onFulfilled, onRejected);
    } finally {
      this.#isSubscribing = false;
    }
  }
}

/** Returns true for a function by which the engine itself settles a promise. */
function isResolver(listener: unknown): boolean {
  if (typeof listener !== 'function' || listener.name !== '') return false;
  return Function.prototype.toString.call(listener).includes('[native code]');
}
