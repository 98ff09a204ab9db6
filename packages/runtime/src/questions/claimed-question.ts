import type { DueQuestion } from '../engine/question-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';

/**
 * The time for which a process claims a due question, in milliseconds. If the process ends
 * meanwhile, the question is due again after it. It is no round number, because times to remind
 * are: a claim that ended at the next time of its question would look like one with news sent.
 */
export const CLAIM_MS = 9_973;

/** What a held question belongs to. */
interface HoldOptions {
  readonly engine: Pick<TaskEngine, 'putOffQuestion'>;
  /** The next time of the question, ISO 8601: no claim ends at it. */
  readonly next: string | null;
}

/**
 * A claimed question that is kept from other processes while people get its news: its claim is
 * renewed until it is released.
 */
export class ClaimedQuestion {
  readonly #due: DueQuestion;
  readonly #options: HoldOptions;
  readonly #begun = performance.now();
  readonly #timer: NodeJS.Timeout;
  /** The question with the claim that is stored now. */
  #claim: DueQuestion;
  #renewing: Promise<void> = Promise.resolve();

  constructor(due: DueQuestion, options: HoldOptions) {
    this.#due = due;
    this.#claim = due;
    this.#options = options;
    this.#timer = setInterval(() => {
      // A claim that cannot be renewed ends, and another process tells people once more.
      this.#renewing = this.#renewing.then(() => this.#renew()).catch(() => undefined);
    }, CLAIM_MS / 3);
    this.#timer.unref();
  }

  /** Lets the question go: it wakes at a time, ISO 8601, or sleeps until it is asked again. */
  async release(wakesAt: string | undefined): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    await this.#options.engine.putOffQuestion(this.#claim, wakesAt);
  }

  async #renew(): Promise<void> {
    const { engine, next } = this.#options;
    const age = Math.round(performance.now() - this.#begun);
    const claimedUntil = toTimeBeside(Date.parse(this.#due.claimedAt) + age + CLAIM_MS, next);
    await engine.putOffQuestion(this.#claim, claimedUntil);
    this.#claim = { ...this.#claim, claimedUntil };
  }
}

/**
 * Writes a time, in milliseconds since 1970, which is not the next time of a question to the
 * millisecond, because a question that wakes then has no news left to send.
 */
export function toTimeBeside(time: number, next: string | null): string {
  const text = new Date(time).toISOString();
  return text === next ? new Date(time + 1).toISOString() : text;
}

/** Waits for work of others, and rejects once a limit has passed or the signal is aborted. */
export function settle<Value>(
  work: Promise<Value>,
  {
    limitMs,
    signal,
  }: {
    readonly limitMs: number;
    /** Ends the wait at once. */
    readonly signal?: AbortSignal;
  },
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', fail);
    };
    const fail = (): void => {
      end();
      reject(new Error(`it did not end within ${limitMs} ms`));
    };
    const timer = setTimeout(fail, limitMs);
    signal?.addEventListener('abort', fail);
    void work.finally(end).then(resolve, reject);
  });
}
