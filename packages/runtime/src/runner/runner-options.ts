import type { TaskLogger } from '@formwork/core';
import {
  checkOptions,
  createIntegerRule,
  createTimerRule,
  LOGGER_RULE,
  type OptionRule,
} from '@formwork/schema/options';
import type { Telemetry } from '@formwork/telemetry';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { ClaimRequest, Lease } from '../engine/lease.ts';
import type { EngineStorageError } from '../errors.ts';
import type { EarlyStart } from './run-options.ts';

/**
 * A place in a runner, reserved for one task. If it is not used, it is freed when the task is
 * written.
 */
export interface ReservedSlot {
  /**
   * The claim to pass to the engine with the write of the task, so that the task is leased at once.
   */
  readonly claim: ClaimRequest;
  /**
   * Runs the task, which has a lease or is being written with one. Resolves when the run is over:
   * the task has ended, waits for its caller, or is left to another run; never rejects. A handler
   * that ignores its signal may still be running then.
   */
  run(lease: Lease, early?: EarlyStart): Promise<void>;
}

/** The runner of a process, which runs the handlers of tasks that it holds leases on. */
export interface Runner {
  /**
   * Starts or continues a task: calls `make`, which writes the task, with the place that it will
   * run in. If no place is free, `make` gets `undefined` and must write the task without a claim;
   * the task then waits. Settles as `make` does, whose result names the task.
   */
  admit<Result extends { readonly taskId: string }>(
    skillId: string | undefined,
    make: (reservation: ReservedSlot | undefined) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Returns the storage error that keeps a task from going on: the outcome of its last run in this
   * process could not be stored, or it does not run here and the last claim failed. Returns
   * `undefined` if there is none.
   */
  findFault(taskId: string): EngineStorageError | undefined;
  /**
   * Makes the run of a task in this process check at once whether a caller has asked to cancel the
   * task.
   */
  notice(taskId: string): Promise<void>;
  /**
   * Claims no more tasks and stops all runs. A handler gets its signal once none of its steps is
   * running, or after four seconds; the results of those steps are stored. Resolves when all runs
   * are over, at the latest after five seconds, even if a handler ignores its signal.
   */
  stop(): Promise<void>;
}

/** Options of {@link createRunner}. */
export interface RunnerOptions {
  readonly logger: TaskLogger;
  /**
   * The largest number of tasks that run at the same time. Default 256, because handlers mostly
   * wait for other services. 0 leaves all tasks to other processes that share the engine's storage.
   */
  readonly concurrency?: number;
  /**
   * The time that a lease lasts without renewal, in milliseconds; the runner renews each lease
   * three times in that time. After a process dies, others take its tasks once that time is over. A
   * process that could not renew a lease for that time begins no step of the task. Default 12,000.
   */
  readonly leaseMs?: number;
  /**
   * The interval at which the runner searches for tasks that no hint announced, in milliseconds.
   * Default 1,000; with a dispatcher 10,000, for tasks that no job announced.
   */
  readonly pollMs?: number;
  /**
   * The largest number of times that a task may begin and lose its process, or its lease, without
   * reaching a question or the end of a new step; then the task fails. From 3, a task that ends its
   * process is found, and takes no others with it. Default 5. Attempts that the handler itself ends
   * with an error count for the skill's `retry` instead.
   */
  readonly maxAttempts?: number;
  /**
   * The largest size of a single entry that a handler stores, other than an artifact, in bytes: a
   * step's result or a question as JSON, or a progress text. Default 1,048,576 (1 MiB).
   */
  readonly maxEntryBytes?: number;
  /**
   * The name under which this process claims tasks, for engines of your own that log it. Default:
   * the process id.
   */
  readonly worker?: string;
  /**
   * The queue that brings waiting tasks, and tasks of processes that died, to a process with a free
   * place. Default: runners claim tasks from the engine, which needs no queue. A task that finds a
   * free place in the process that accepted it starts there in any case. The caller closes the
   * dispatcher, after the runner.
   */
  readonly dispatcher?: Dispatcher;
}

/** The options of a runner, and the telemetry that it reports to. */
export interface RunnerSettings extends RunnerOptions {
  /** Default: that of the registered SDK of OpenTelemetry, if there is one. */
  readonly telemetry?: Telemetry | undefined;
}

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
  // 0 is for processes that leave all tasks to others that share the storage.
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
