import {
  BOOLEAN_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
} from '@formwork/core';
import { checkRunnerOptions, LOGGER_RULE, parseRetention, toPushSettings } from '@formwork/runtime';
import type { MountedAgentOptions } from './create-agent-router.ts';
import { ENGINE_RULE } from './engine-rule.ts';

const BYTES_RULE = createIntegerRule(0);
const BYTES = /^\d+(?:\.\d+)? *(?:b|kb|mb|gb|tb|pb)?$/iu;

const OBJECT_RULE: OptionRule = { expected: 'an object', isValid: isObject };

const RULES: { readonly [Name in keyof Required<MountedAgentOptions>]: OptionRule } = {
  publicUrl: { expected: 'an http or https URL', isValid: isHttpUrl },
  authenticate: { expected: 'a function', isValid: (value) => typeof value === 'function' },
  requireAuthentication: BOOLEAN_RULE,
  openTasks: BOOLEAN_RULE,
  bodyLimit: {
    expected: 'a number of bytes, 0 or more, or text such as "1mb"',
    isValid: (value) => (typeof value === 'string' ? BYTES.test(value) : BYTES_RULE.isValid(value)),
  },
  heartbeatMs: createTimerRule(0),
  stallMs: createTimerRule(0),
  cancelDeadlineMs: createTimerRule(0),
  engine: ENGINE_RULE,
  dialects: {
    expected: 'a list of dialects, which are functions',
    isValid: (value) =>
      Array.isArray(value) && value.every((dialect) => typeof dialect === 'function'),
  },
  retention: OBJECT_RULE,
  runner: OBJECT_RULE,
  push: {
    expected: 'true, false or an object',
    isValid: (value) => typeof value === 'boolean' || isObject(value),
  },
  logger: LOGGER_RULE,
};

/**
 * Checks what a server or a router is made with, and what goes on to its parts. Throws a
 * `RangeError` or a `TypeError` that names the option at fault.
 */
export function checkServerOptions(options: Partial<MountedAgentOptions>): void {
  checkOptions(options, {
    subject: 'Cannot serve the agent',
    rules: RULES,
    elsewhere: { port: 'listen({ port })', host: 'listen({ host })' },
  });
  const { engine, runner, retention, push } = options;
  if (runner !== undefined) checkRunnerOptions(runner);
  if (runner?.concurrency === 0 && engine === undefined) {
    throw new RangeError(
      'Cannot run tasks as concurrency must be an integer from 1 without an engine that other processes share: current value is 0',
    );
  }
  if (retention !== undefined) parseRetention(retention);
  if (typeof push === 'object') toPushSettings(push);
}

function isHttpUrl(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const url = URL.parse(value);
  return url !== null && /^https?:$/u.test(url.protocol);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
