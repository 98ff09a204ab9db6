import { checkOptions, createIntegerRule, createTimerRule, type OptionRule } from '@formwork/core';
import { LOGGER_RULE } from '../logger-rule.ts';
import type { RunnerOptions } from './create-runner.ts';

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

/** Throws a `RangeError` or a `TypeError` that names the option at fault. */
export function checkRunnerOptions(options: Partial<RunnerOptions>): void {
  checkOptions(options, { subject: 'Cannot run tasks', rules: RULES });
}
