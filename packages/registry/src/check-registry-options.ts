import {
  checkOptions,
  createIntegerRule,
  createTimerRule,
  isRecord,
  type OptionRule,
} from '@formwork/core';
import { LOGGER_RULE } from '@formwork/runtime';
import type { RegistryOptions } from './registry-options.ts';

const FUNCTION_RULE: OptionRule = {
  expected: 'a function',
  isValid: (value) => typeof value === 'function',
};

const LEVELS: ReadonlySet<unknown> = new Set(['public', 'local', 'any']);

const RULES: { readonly [Name in keyof Required<RegistryOptions>]: OptionRule } = {
  store: {
    expected: 'a store of a registry',
    isValid: (value) => isRecord(value) && typeof value['search'] === 'function',
    describe: (value) => typeof value,
  },
  allowAddresses: {
    expected: '"public", "local" or "any"',
    isValid: (value) => LEVELS.has(value),
  },
  allowOrigins: {
    expected: 'a list of origins such as "http://10.0.0.7:4100"',
    isValid: (value) => Array.isArray(value) && value.every(isOrigin),
  },
  ttlMs: createTimerRule(1000),
  checkIntervalMs: createTimerRule(1000),
  maxCheckIntervalMs: createTimerRule(1000),
  forgetAfterMs: createIntegerRule(1000),
  concurrency: createIntegerRule(1, 1000),
  maxCardBytes: createIntegerRule(1),
  cardTimeoutMs: createTimerRule(1),
  maxAgents: createIntegerRule(1),
  maxAgentsPerOwner: createIntegerRule(1),
  now: FUNCTION_RULE,
  random: FUNCTION_RULE,
  lookup: FUNCTION_RULE,
  logger: LOGGER_RULE,
};

/** @throws RangeError or TypeError that names the option. */
export function checkRegistryOptions(options: RegistryOptions): void {
  checkOptions(options, { subject: 'Cannot make the registry', rules: RULES });
}

function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/[^/]+\/?$/u.test(value) && URL.canParse(value);
}
