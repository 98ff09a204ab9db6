import { checkOptions, createIntegerRule, createTimerRule } from '@formwork/schema/internal';
import type { OptionRule } from '@formwork/schema';
import type { TaskLogger } from '@formwork/core';

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
   * Default 1,000.
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

const RULES: { readonly [Name in keyof Required<RunnerOptions>]: OptionRule } = {
  logger: LOGGER_RULE,
  // None at all is for processes that leave the work to others over the same file.
  concurrency: createIntegerRule(0),
  leaseMs: createTimerRule(1),
  pollMs: createTimerRule(1),
  maxAttempts: createIntegerRule(1),
  maxEntryBytes: createIntegerRule(1),
  worker: WORKER_RULE,
};

/**
 * Checks the options of a runner.
 *
 * @throws RangeError or TypeError that names the option at fault
 */
export function checkRunnerOptions(options: Partial<RunnerOptions>): void {
  checkOptions(options, { subject: 'Cannot run tasks', rules: RULES });
}
