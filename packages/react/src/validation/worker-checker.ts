import type { Problem } from '@formwork/schema';
import type { WorkerAnswer, WorkerRequest } from './worker-message.ts';

/** The outcome of a check. */
export type WorkerVerdict =
  | { readonly kind: 'checked'; readonly problems: readonly Problem[] }
  /** There is no worker, it does not start, or it took too long. */
  | { readonly kind: 'unchecked' };

/** Checks values in a worker, one after the other. */
export interface WorkerChecker {
  /** Starts the worker, so that it is there when something is to be checked. */
  prepare(): void;
  /** Never rejects; takes no longer than the limits and the checks before it. */
  check(request: WorkerRequest): Promise<WorkerVerdict>;
}

/** Options of {@link createWorkerChecker}. */
interface WorkerCheckerOptions {
  /** How long one check may take. Default 300. */
  readonly runMilliseconds?: number;
  /** How long a worker may take to start. Default 1000. */
  readonly startMilliseconds?: number;
}

/** Somebody waits for this. */
interface Job {
  readonly request: WorkerRequest;
  readonly resolve: (verdict: WorkerVerdict) => void;
}

/** The worker there is. */
interface Running {
  readonly worker: Worker;
  isReady: boolean;
}

/**
 * A worker for everybody who has something to check. It is started when it is needed, and stopped
 * when a check takes too long, which is the only way to end a regular expression; the next one gets a
 * new worker.
 */
export function createWorkerChecker(
  start: () => Worker,
  { runMilliseconds = 300, startMilliseconds = 1000 }: WorkerCheckerOptions = {},
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
      // Such as a page that has its scripts from another origin.
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

  /** Begins with the first job. */
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
    // An answer may wait behind the timer if the page was busy: it is heard first.
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
    // One that does not start is tried again when it is needed again.
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
