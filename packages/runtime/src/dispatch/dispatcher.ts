import type { TaskLogger } from '@formwork/core';

/** A note in a queue that a task may be run now, or after a delay. */
export interface DispatchJob {
  readonly taskId: string;
  /** The skill of the task's invocation; absent when that has none. */
  readonly skillId?: string;
  /** How long the job waits before it is delivered, in milliseconds. Default 0. */
  readonly delayMs?: number;
}

/** Options of {@link Dispatcher.consume}. */
export interface ConsumeOptions {
  /** The maximum of jobs whose `run` has not settled yet. */
  readonly concurrency: number;
  readonly logger: TaskLogger;
}

/**
 * Brings tasks that wait to a process that has room for them, through a queue: the seam between the
 * runner and a queue. `RunnerOptions.dispatcher` takes one; without it, runners claim rows.
 *
 * A job is a hint. Who runs a task is decided by its lease in the engine and nothing else, so a
 * dispatcher MAY deliver a job twice, late, out of order, or not at all: whoever gets a job of a task
 * that has a lease, or has ended, does nothing, and a task without a job is found by the sweep of the
 * runners. Every dispatcher MUST pass `describeDispatcher` (see `@formwork/runtime/testing`).
 */
export interface Dispatcher {
  /**
   * Adds a job. Resolves once the queue has it: from then on a crash of this process MUST NOT lose
   * it. MUST NOT deliver it before `delayMs` has passed, and SHOULD within a second after. MUST take
   * any number of jobs of one task. Rejects when the queue cannot be reached; MUST NOT wait for it
   * without end.
   */
  enqueue(job: DispatchJob): Promise<void>;
  /**
   * Delivers jobs to `run`, of every process that shares the queue to one of those that consume. `run`
   * never rejects; it resolves when the task was leased here, or need not be, and does not wait until
   * the task ends. A job whose `run` has not settled when its process dies SHOULD be delivered again.
   * MUST NOT have more than `concurrency` jobs under way in this process. Faults of the queue go to
   * `logger`, and it MUST go on by itself once the queue answers again. Returns a function that
   * delivers no more, and resolves when no `run` is under way.
   */
  consume(
    run: (job: DispatchJob) => Promise<void>,
    options: ConsumeOptions,
  ): Promise<() => Promise<void>>;
  /** Ends every consumption and frees connections. What is queued stays for others. */
  close(): Promise<void>;
}

/** Work that is to be done from time to time by one of the processes. */
export interface RepeatedWork {
  /** The name of the work: processes that name the same work share it. */
  readonly name: string;
  /** The interval between two times, in milliseconds; an adapter MAY round it up to a second. */
  readonly everyMs: number;
  /** Does the work. It never rejects. */
  readonly work: () => Promise<void>;
  readonly logger: TaskLogger;
}

/**
 * Has timed work done by exactly one of the processes each time, such as deleting old tasks.
 * `RetentionOptions.scheduler` takes one; without it, every process does the work.
 */
export interface Scheduler {
  /**
   * Has the work done every `everyMs` from now on, as long as one process asks for it. MUST call the
   * `work` of one process alone each time. A time that no process was there for MAY be left out.
   * Returns a function that ends it in this process, and resolves when nothing of it is under way.
   */
  repeat(repeated: RepeatedWork): Promise<() => Promise<void>>;
}
