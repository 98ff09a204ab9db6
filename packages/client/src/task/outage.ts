import type { RequestError } from '../errors.ts';
import type { WaitOptions } from '../outcome.ts';

/** The options of a wait whose agent cannot be reached. */
export type OutageOptions = Pick<WaitOptions, 'onUnreachable' | 'waitForMs'>;

/** The time for which the agent of a task cannot be reached. */
export class Outage {
  readonly #options: OutageOptions;
  #since: number | undefined;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** Notes that the agent was reached. */
  end(): void {
    this.#since = undefined;
  }

  /**
   * Notes that the agent was not reached, and returns true if the wait for its task still goes on
   * when all attempts have failed.
   */
  mayGoOn(failure: RequestError): boolean {
    const { waitForMs = 0, onUnreachable } = this.#options;
    if (waitForMs === 0) return false;
    const now = performance.now();
    if (this.#since === undefined) {
      this.#since = now;
      onUnreachable?.(failure);
    }
    return now - this.#since < waitForMs;
  }
}
