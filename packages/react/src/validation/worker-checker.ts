import type { Problem } from '@formwork/schema';
import type { WorkerAnswer, WorkerRequest } from './worker-message.ts';

/** The outcome of checking a value in the worker. */
export type WorkerVerdict =
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
  check(request: WorkerRequest, onExplained?: () => void): Promise<WorkerVerdict>;
}

/** Options of {@link createWorkerChecker}. */
interface WorkerCheckerOptions {
  /** The longest time of one check, in milliseconds. Default 20,000. */
  readonly runMilliseconds?: number;
  /** The longest time for a worker to start, in milliseconds. Default 10,000. */
  readonly startMilliseconds?: number;
}

/** A check that waits for the worker, with the function that receives its verdict. */
interface Job {
  readonly request: WorkerRequest;
  readonly resolve: (verdict: WorkerVerdict) => void;
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
  { runMilliseconds = 20_000, startMilliseconds = 10_000 }: WorkerCheckerOptions = {},
): WorkerChecker {
  const jobs: Job[] = [];
  let running: Running | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function prepare(): void {
    if (running !== undefined) return;
    try {
      const started: Running = { worker: start(), isReady: false };
      running = started;
      started.worker.addEventListener('message', (event: MessageEvent<WorkerAnswer>) => {
        if (running === started) hear(started, event.data);
      });
      started.worker.addEventListener('error', (event) => {
        event.preventDefault();
        if (running === started) giveUp();
      });
    } catch {
      // Starting can fail, for example if the page has its scripts from another origin.
      running = undefined;
    }
  }

  function hear(from: Running, answer: WorkerAnswer): void {
    if (answer.kind === 'ready') {
      from.isReady = true;
      if (jobs.length > 0) run();
    } else {
      settle(answer);
    }
  }

  /** Sends the first waiting check to the worker, if there is one. */
  function run(): void {
    clearTimeout(timer);
    const [job] = jobs;
    if (job === undefined) return;
    prepare();
    if (running === undefined) {
      settle({ kind: 'unchecked' });
      return;
    }
    if (running.isReady) running.worker.postMessage(job.request);
    // If the page was busy, the answer may have arrived behind this timer, so it is read first.
    timer = setTimeout(
      () => {
        timer = setTimeout(giveUp);
      },
      running.isReady ? runMilliseconds : startMilliseconds,
    );
  }

  function settle(verdict: WorkerVerdict): void {
    clearTimeout(timer);
    jobs.shift()?.resolve(verdict);
    run();
  }

  function giveUp(): void {
    const wasReady = running?.isReady === true;
    running?.worker.terminate();
    running = undefined;
    // A worker that has never started is tried again only for the next check.
    if (wasReady) prepare();
    settle({ kind: 'unchecked' });
  }

  return {
    prepare,
    check: (request) =>
      new Promise((resolve) => {
        jobs.push({ request, resolve });
        if (jobs.length === 1) run();
      }),
  };
}
