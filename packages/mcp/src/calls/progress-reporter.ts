import { setTimeout } from 'node:timers/promises';

/** The shortest time between two progress notifications to a host, in milliseconds. */
const PAUSE_MS = 50;

/**
 * The number of progress notifications that may be sent without a pause, so that a short call can
 * report everything that it says.
 */
const BURST = 5;

/** The progress of a call in the form of an MCP notification. */
interface ProgressParams {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A report of the agent about its progress. */
interface Report {
  readonly text: string;
  readonly fraction: number | undefined;
}

/** Sends a host the progress of one call, no faster than the host takes it, and with pauses. */
export class ProgressReporter {
  readonly #send: (progress: ProgressParams) => Promise<void>;
  readonly #allowance = new NotificationBudget();
  #last = 0;
  #waiting: readonly Report[] = [];
  #sending: Promise<void> | undefined;
  #isEnding = false;

  /**
   * @param send sends one notification; resolves once the host's side has taken it. Its errors are
   * ignored.
   */
  constructor(send: (progress: ProgressParams) => Promise<void>) {
    this.#send = send;
  }

  /** Adds progress to report. If too much is waiting, the oldest is dropped. */
  reportProgress(text: string, fraction: number | undefined): void {
    // Keeps the newest reports.
    const most = Math.max(1, this.#allowance.count());
    this.#waiting = [...this.#waiting, { text, fraction }].slice(-most);
    this.#sending ??= this.#run();
  }

  /** Sends the progress that is still waiting, before the call answers. Never rejects. */
  async flush(): Promise<void> {
    this.#isEnding = true;
    await this.#sending;
    this.#isEnding = false;
  }

  async #run(): Promise<void> {
    for (let [report] = this.#waiting; report !== undefined; [report] = this.#waiting) {
      if (this.#allowance.count() < 1 && !this.#isEnding) {
        await setTimeout(PAUSE_MS, undefined, { ref: false });
        continue;
      }
      this.#waiting = this.#waiting.slice(1);
      this.#allowance.spend();
      await this.#send(this.#toProgress(report)).catch(() => {});
    }
    this.#sending = undefined;
  }

  #toProgress({ text, fraction }: Report): ProgressParams {
    // MCP demands that progress grows, whatever the agent reports.
    this.#last =
      fraction === undefined ? this.#last + 1 : Math.max(this.#last + 0.01, fraction * 100);
    return {
      progress: this.#last,
      ...(fraction !== undefined && { total: Math.max(100, this.#last) }),
      ...(text !== '' && { message: text }),
    };
  }
}

/** The notifications that may be sent now without a pause: some at first, and more with time. */
class NotificationBudget {
  #credit = BURST;
  #countedAt = performance.now();

  count(): number {
    const earned = Math.floor((performance.now() - this.#countedAt) / PAUSE_MS);
    this.#credit = Math.min(BURST, this.#credit + earned);
    this.#countedAt += earned * PAUSE_MS;
    return this.#credit;
  }

  spend(): void {
    this.#credit -= 1;
  }
}
