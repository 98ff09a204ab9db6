import type { TaskLogger } from '@formwork/core';

/** A job in a message queue: the hint that a task may be run now, or after a delay. */
export interface DispatchJob {
  readonly taskId: string;
  /** The skill of the task's invocation; absent when the invocation names none. */
  readonly skillId?: string;
  /** How long the job waits before it is delivered, in milliseconds. Default 0. */
  readonly delayMs?: number;
}

/** Options of {@link Dispatcher.consume}. */
export interface ConsumeOptions {
  /**
   * The largest number of jobs that this process takes at once: those whose `run` has not settled.
   */
  readonly concurrency: number;
  readonly logger: TaskLogger;
}

/**
 * Brings waiting tasks, through a message queue, to a process that can run more of them. The option
 * `dispatcher` of a runner takes one; without it, runners search the engine for tasks.
 *
 * A job is a hint. Only the task's lease in the engine decides which process runs it, so a
 * dispatcher MAY deliver a job twice, late, out of order, or not at all: a process that gets the
 * job of a task that is leased, or has ended, does nothing, and runners find a task without a job
 * when they search the engine. Every dispatcher MUST pass `describeDispatcher` (see
 * `@formwork/runtime/testing`).
 */
export interface Dispatcher {
  /** The address of the queue for the log, without secrets. Default: the log names none. */
  readonly address?: string;
  /**
   * Adds a job. Resolves once the queue has it: from then on a crash of this process MUST NOT lose
   * it. MUST NOT deliver it before `delayMs` has passed, and SHOULD within a second after. MUST take
   * any number of jobs of one task. Rejects when the queue cannot be reached; MUST NOT wait for it
   * without end.
   */
  enqueue(job: DispatchJob): Promise<void>;
  /**
   * Delivers jobs to `run`, each to one of the processes that consume from the queue. `run` never
   * rejects; it resolves when this process has leased the task, or need not, and does not wait for
   * the task's end. A job whose `run` has not settled when its process dies SHOULD be delivered
   * again. MUST NOT have more than `concurrency` jobs under way in this process. Faults of the
   * queue go to `logger`, and it MUST go on by itself once the queue answers again. Returns a
   * function that stops the deliveries, and resolves when no `run` is under way.
   */
  consume(
    run: (job: DispatchJob) => Promise<void>,
    options: ConsumeOptions,
  ): Promise<() => Promise<void>>;
  /** Ends every consumption and frees connections. Queued jobs stay for other processes. */
  close(): Promise<void>;
}

/** Work that one of the processes does again and again, such as deleting old tasks. */
export interface RepeatedWork {
  /** The name of the work; processes that give the same name share the work. */
  readonly name: string;
  /**
   * The interval at which the work is done, in milliseconds; an adapter MAY round it up to a
   * second.
   */
  readonly everyMs: number;
  /** The function that does the work; it never rejects. */
  readonly work: () => Promise<void>;
  readonly logger: TaskLogger;
}

/**
 * Repeats work, such as deleting old tasks, and lets exactly one of the processes do it each time.
 * The option `scheduler` of `RetentionOptions` takes one; without it, every process does the work.
 */
export interface Scheduler {
  /**
   * Repeats work every `everyMs` from now on, while at least one process asks for it. MUST call the
   * `work` of one process alone each time. MAY leave out a time at which no process runs. Returns a
   * function that ends the repetition in this process, and resolves when its work is not under way.
   */
  repeat(repeated: RepeatedWork): Promise<() => Promise<void>>;
}
