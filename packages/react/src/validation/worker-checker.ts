import type { Problem } from '@formwork/schema';
import type { WorkerAnswer, WorkerRequest } from './worker-message.ts';

/** The outcome of checking a value in the worker. */
export type WorkerResult =
  | { readonly kind: 'checked'; readonly problems: readonly Problem[] }
  /** The value was not checked: the worker is missing, does not start, or took too long. */
  | { readonly kind: 'unchecked' };

/** A checker that passes values to a worker, one after the other. */
export interface WorkerChecker {
  /** Starts the worker early, so that it is ready for the first check. */
  prepare(): void;
  /**
   * Checks a value. Never rejects; takes no longer than the time limits of this check and of the
   * waiting ones before it. `onExplained` is called if another check of the value would say more.
   */
  check(request: WorkerRequest, onExplained?: () => void): Promise<WorkerResult>;
}

/** Options of {@link createWorkerChecker}. */
interface WorkerCheckerOptions {
  /** The longest time of one check, in milliseconds. Default 20,000. */
  readonly runMilliseconds?: number;
  /** The longest time for a worker to start, in milliseconds. Default 10,000. */
  readonly startMilliseconds?: number;
}

/** The current worker, and whether it has started. */
interface Running {
  readonly worker: Worker;
  isReady: boolean;
}

/**
 * Makes the checker that all forms of a page share. Its worker starts when it is needed. A check
 * ends after a number of steps, so its time limit is far beyond what a busy machine needs: only a
 * worker that is lost exceeds it. It is stopped, and the next check gets a new one.
 */
export function createWorkerChecker(
  start: () => Worker,
  options: WorkerCheckerOptions = {},
): WorkerChecker {
  return new SharedChecker(start, options);
}

class SharedChecker implements WorkerChecker {
  readonly #start: () => Worker;
  readonly #runMilliseconds: number;
  readonly #startMilliseconds: number;
  /** A check that waits for the worker, with the function that receives its verdict. */
  readonly #jobs: {
    readonly request: WorkerRequest;
    readonly resolve: (verdict: WorkerResult) => void;
  }[] = [];
  #running: Running | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    start: () => Worker,
    { runMilliseconds = 20_000, startMilliseconds = 10_000 }: WorkerCheckerOptions,
  ) {
    this.#start = start;
    this.#runMilliseconds = runMilliseconds;
    this.#startMilliseconds = startMilliseconds;
  }

  prepare(): void {
    if (this.#running !== undefined) return;
    try {
      const started: Running = { worker: this.#start(), isReady: false };
      this.#running = started;
      started.worker.addEventListener('message', (event: MessageEvent<WorkerAnswer>) => {
        if (this.#running === started) this.#hear(started, event.data);
      });
      started.worker.addEventListener('error', (event) => {
        event.preventDefault();
        if (this.#running === started) this.#giveUp();
      });
    } catch {
      // Starting can fail, for example if the page has its scripts from another origin.
      this.#running = undefined;
    }
  }

  check(request: WorkerRequest): Promise<WorkerResult> {
    return new Promise((resolve) => {
      this.#jobs.push({ request, resolve });
      if (this.#jobs.length === 1) this.#run();
    });
  }

  #hear(from: Running, answer: WorkerAnswer): void {
    if (answer.kind === 'ready') {
      from.isReady = true;
      if (this.#jobs.length > 0) this.#run();
    } else {
      this.#settle(answer);
    }
  }

  /** Sends the first waiting check to the worker, if there is one. */
  #run(): void {
    clearTimeout(this.#timer);
    const [job] = this.#jobs;
    if (job === undefined) return;
    this.prepare();
    const running = this.#running;
    if (running === undefined) {
      this.#settle({ kind: 'unchecked' });
      return;
    }
    if (running.isReady) running.worker.postMessage(job.request);
    // If the page was busy, the answer may have arrived behind this timer, so it is read first.
    this.#timer = setTimeout(
      () => {
        this.#timer = setTimeout(() => this.#giveUp());
      },
      running.isReady ? this.#runMilliseconds : this.#startMilliseconds,
    );
  }

  #settle(verdict: WorkerResult): void {
    clearTimeout(this.#timer);
    this.#jobs.shift()?.resolve(verdict);
    this.#run();
  }

  #giveUp(): void {
    const wasReady = this.#running?.isReady === true;
    this.#running?.worker.terminate();
    this.#running = undefined;
    // A worker that has never started is tried again only for the next check.
    if (wasReady) this.prepare();
    this.#settle({ kind: 'unchecked' });
  }
}
