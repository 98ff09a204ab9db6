import type { EventEmitter } from 'node:events';

/** The responses that are under way, for closing a server: a count costs less than a set of them. */
export class AnswerCount {
  #count = 0;
  /** Resolves when no response is under way; present while a close waits for that. */
  #none: PromiseWithResolvers<void> | undefined;

  /** Counts a response from now on until it is complete or lost. */
  add(response: Pick<EventEmitter, 'once'>): void {
    this.#count += 1;
    response.once('close', this.#end);
  }

  /** Resolves when no response is under way, or after the given milliseconds. */
  async whenNone(milliseconds: number): Promise<void> {
    if (this.#count === 0) return;
    this.#none ??= Promise.withResolvers<void>();
    const { promise } = this.#none;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      void promise.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  readonly #end = (): void => {
    this.#count -= 1;
    if (this.#count > 0) return;
    this.#none?.resolve();
    this.#none = undefined;
  };
}
