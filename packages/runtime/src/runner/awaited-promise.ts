/** A promise whose `isAwaited` tells whether the handler awaits it or handles its rejection. */
export class AwaitedPromise<Result> extends Promise<Result> {
  isAwaited = false;

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  override then<Value = Result, Reason = never>(
    onFulfilled?: ((value: Result) => Value | PromiseLike<Value>) | null,
    onRejected?: ((reason: unknown) => Reason | PromiseLike<Reason>) | null,
  ): Promise<Value | Reason> {
    this.isAwaited = true;
    return super.then(onFulfilled, onRejected);
  }

  /** Keeps a rejection that nobody awaits from ending the process. */
  allowUnawaited(): this {
    void super.then(undefined, () => {});
    return this;
  }
}
