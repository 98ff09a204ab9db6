import { checkOptions, createIntegerRule, createTimerRule } from '@formwork/schema/internal';
import type { OptionRule } from '@formwork/schema';
import type { TaskLogger } from '@formwork/core';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { ClaimRequest, Lease } from '../engine/lease.ts';
import type { EngineStorageError } from '../errors.ts';
import type { EarlyStart } from './run.ts';

/** A place for one task in a runner; unused, it is freed when the write of the task is over. */
export interface RunnerPlace {
  /** The claim for the write that creates the task. */
  readonly claim: ClaimRequest;
  /**
   * Runs the task, which has a lease or is being written with one. Resolves when the run is over:
   * the task has ended, waits, or is left to others; never rejects. A handler that ignores its
   * signal may still be running then.
   */
  run(lease: Lease, early?: EarlyStart): Promise<void>;
}

/** The runner of a process, which runs the handlers of tasks that it holds leases on. */
export interface Runner {
  /**
   * Starts or continues a task: calls `make`, which writes the task, with the place that it will
   * run in. Without a free place, the task must be written without a claim and waits for its turn.
   * Settles as `make` does, which names the task.
   */
  admit<Result extends { readonly taskId: string }>(
    skillId: string | undefined,
    make: (place: RunnerPlace | undefined) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Returns the storage error that keeps a task from going on: its last run here could not be
   * stored, or it does not run here and the last claim failed.
   */
  findFault(taskId: string): EngineStorageError | undefined;
  /** Makes the run of a task in this process check at once whether a caller asked to cancel. */
  notice(taskId: string): Promise<void>;
  /**
   * Claims no more tasks and stops all runs. A handler is told once none of its steps is running,
   * at the latest after four seconds; the results of those steps are stored. Resolves when all runs
   * are over, at the latest after five seconds, even if a handler ignores its signal.
   */
  stop(): Promise<void>;
}

/** Options of {@link createRunner}. */
export interface RunnerOptions {
  readonly logger: TaskLogger;
  /**
   * The number of tasks that run at once. Default 256, because handlers mostly wait for others. 0
   * leaves all tasks to other processes that share the engine's storage.
   */
  readonly concurrency?: number;
  /**
   * The time that a lease lasts without renewal, in milliseconds; the runner renews leases three
   * times as often. After a process dies, others take its tasks after that time. Default 12,000.
   */
  readonly leaseMs?: number;
  /**
   * The interval at which the runner looks for work that no hint announced, in milliseconds.
   * Default 1,000; with a dispatcher 10,000, for work that no job announced.
   */
  readonly pollMs?: number;
  /**
   * The number of times that a task may begin without reaching its end or a question; then the task
   * fails. Default 5; a skill's `retry` may allow more.
   */
  readonly maxAttempts?: number;
  /**
   * The largest size of an entry that a handler stores besides artifacts, in bytes: a step's result
   * or a question as JSON, or a progress text. Default 1,048,576 (1 MiB).
   */
  readonly maxEntryBytes?: number;
  /** The name of this process in logs. Default: the process id. */
  readonly worker?: string;
  /**
   * Brings tasks that wait, rest, or were begun by a process that died to a process that has room.
   * Default: runners claim rows, which needs nothing but the engine. A task that finds a place in the
   * process that accepted it starts there in any case. The caller closes the dispatcher, after the
   * runner.
   */
  readonly dispatcher?: Dispatcher;
}

const METHODS = ['info', 'warn', 'error'] as const satisfies readonly (keyof TaskLogger)[];

/** The rule for the option `logger`: an object with the functions info, warn and error. */
export const LOGGER_RULE: OptionRule = {
  expected: 'an object with the functions info, warn and error',
  isValid: (value) =>
    typeof value === 'object' &&
    value !== null &&
    METHODS.every((name) => typeof Reflect.get(value, name) === 'function'),
};

const WORKER_RULE: OptionRule = {
  expected: 'text that is not empty',
  isValid: (value) => typeof value === 'string' && value.trim() !== '',
};

const DISPATCHER_RULE: OptionRule = {
  expected: 'a dispatcher',
  isValid: (value) =>
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'enqueue') === 'function' &&
    typeof Reflect.get(value, 'consume') === 'function',
};

const RULES: { readonly [Name in keyof Required<RunnerOptions>]: OptionRule } = {
  logger: LOGGER_RULE,
  // None at all is for processes that leave the work to others over the same file.
  concurrency: createIntegerRule(0),
  leaseMs: createTimerRule(1),
  pollMs: createTimerRule(1),
  maxAttempts: createIntegerRule(1),
  maxEntryBytes: createIntegerRule(1),
  worker: WORKER_RULE,
  dispatcher: DISPATCHER_RULE,
};

/**
 * Checks the options of a runner.
 *
 * @throws RangeError or TypeError that names the option at fault
 */
export function checkRunnerOptions(options: Partial<RunnerOptions>): void {
  checkOptions(options, { subject: 'Cannot run tasks', rules: RULES });
}
