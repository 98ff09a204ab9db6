import { type RunEnd, RunEndedError, type TaskLogger } from '@formwork/core';
import { LazyAbort } from './lazy-abort.ts';
import { logIfUnhandled } from './unhandled-errors.ts';

/**
 * The time for which a handler may go on after its signal before its place is given to another
 * task, in milliseconds.
 */
export const LINGER_MS = 30_000;

/** The signal of one run, which tells the handler, and what it has left running, how the run ended. */
export class RunSignal {
  readonly abort: LazyAbort = new LazyAbort();
  readonly #onLinger: (end: RunEnd) => void;
  /** The log of the attempt, once there is one. */
  #log: TaskLogger;
  /** Leaves the steps that go on to the next run of the task, once there is a handler. */
  #leaveSteps: (() => void) | undefined;
  #linger: NodeJS.Timeout | undefined;
  #end: RunEnd | undefined;

  constructor({
    log,
    onLinger,
  }: {
    readonly log: TaskLogger;
    /** Called when the handler still runs `LINGER_MS` after its signal. */
    readonly onLinger: (end: RunEnd) => void;
  }) {
    this.#log = log;
    this.#onLinger = onLinger;
  }

  /** Why the run was stopped before its handler had ended; `undefined` if it was not. */
  get end(): RunEnd | undefined {
    return this.#end;
  }

  get aborted(): boolean {
    return this.abort.aborted;
  }

  /** Logs to the log of an attempt from now on. */
  logTo(log: TaskLogger): void {
    this.#log = log;
  }

  /** Notes how the steps that go on are left to the next run of the task. */
  leaveBy(leaveSteps: () => void): void {
    this.#leaveSteps = leaveSteps;
  }

  /** Tells the handler to stop, and checks `LINGER_MS` later whether it did. */
  stop(error: RunEndedError): void {
    if (this.aborted) return;
    const { end } = error;
    this.#end = end;
    this.abort.abort(() => this.#explain(error));
    // A step may be what took too long, and a canceled task has no further run.
    if (end !== 'timeout' && end !== 'canceled') this.#leaveSteps?.();
    this.#linger = setTimeout(() => this.#onLinger(end), LINGER_MS).unref();
  }

  /** Tells what the handler has left running that its run is over. */
  close(): void {
    // Few handlers look at the reason, and an error with its stack costs as much as a short run.
    this.abort.abort(() => this.#explain(new RunEndedError('ended')));
  }

  /** Closes a run whose task is to be tried again: the next attempt does not repeat its steps. */
  closeForRetry(): void {
    if (this.aborted) return;
    this.close();
    this.#leaveSteps?.();
  }

  /** Notes that the handler has returned, so that its place is free. */
  settle(): void {
    clearTimeout(this.#linger);
  }

  /** Returns a promise that rejects with the signal's reason when the run must stop. */
  whenEnded(): Promise<never> {
    return new Promise((_resolve, reject) => {
      const { signal } = this.abort;
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  }

  /** Returns the reason of the signal; what the handler calls with the signal may fail with it. */
  #explain(end: RunEndedError): RunEndedError {
    logIfUnhandled(end, { log: this.#log, fields: { call: 'task.signal' } });
    return end;
  }
}
