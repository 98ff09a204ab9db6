import { listenForEnd } from '@formwork/schema/internal';
import { constants } from 'node:os';

/**
 * Closes a server when something asks the process to end: a signal, or the end of the npm that
 * started it. Then ends the process by the same signal, unless the program has listeners of its own.
 * A second signal ends the process at once.
 */
export class ProcessEnd {
  readonly #close: () => Promise<void>;
  readonly #forget: () => void;
  #isClosing = false;

  constructor(close: () => Promise<void>) {
    this.#close = close;
    this.#forget = listenForEnd((signal) => void this.#handle(signal));
  }

  /** Listens no more, because the server has closed for another reason. */
  forget(): void {
    this.#forget();
  }

  async #handle(signal: NodeJS.Signals): Promise<void> {
    const code = 128 + constants.signals[signal];
    if (this.#isClosing) process.exit(code);
    this.#isClosing = true;
    await this.#close().catch(() => undefined);
    this.#forget();
    // Another listener has received the signal as well, and ends the process in its own way.
    if (process.listenerCount(signal) > 0) return;
    if (process.platform !== 'win32') process.kill(process.pid, signal);
    // The first process of a container survives a signal of its own, and Windows has none.
    process.exit(code);
  }
}
