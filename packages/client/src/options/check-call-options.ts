import {
  BOOLEAN_RULE,
  checkOptions,
  createTimerRule,
  findJsonLoss,
  type OptionRule,
} from '@formwork/core';
import type { CallOptions } from '../remote-skill.ts';
import { createChoiceRule, FUNCTION_RULE, isObject, SIGNAL_RULE } from './rules.ts';

/** One set for calls, messages and waits: a program may have one object of options for all of them. */
const RULES: { readonly [Name in keyof Required<CallOptions>]: OptionRule } = {
  signal: SIGNAL_RULE,
  deadlineMs: createTimerRule(0),
  onAbort: createChoiceRule(['keep', 'cancel']),
  onQuestion: FUNCTION_RULE,
  onAuthorize: FUNCTION_RULE,
  validateInput: BOOLEAN_RULE,
  validateOutput: BOOLEAN_RULE,
  files: {
    expected: 'a list of File, Blob, Uint8Array, URL or { content, name, mediaType }',
    isValid: (value) => Array.isArray(value) && value.every(isFile),
  },
  contextId: { expected: 'text', isValid: (value) => typeof value === 'string' },
  messageId: {
    expected: 'text that is not empty',
    isValid: (value) => typeof value === 'string' && value !== '',
  },
  streamAfterMs: createTimerRule(0),
  metadata: { expected: 'an object that JSON can carry', isValid: isJsonObject },
};

/**
 * Checks how something is sent and waited for. What it has no use for is passed over, as long as it
 * is an option of `call`.
 *
 * @throws TypeError, RangeError that name the option.
 */
export function checkCallOptions(options: CallOptions | undefined, subject: string): void {
  if (options !== undefined) checkOptions(options, { subject, rules: RULES });
}

function isFile(value: unknown): boolean {
  if (isContent(value)) return true;
  if (!isObject(value) || !isContent(Reflect.get(value, 'content'))) return false;
  return ['name', 'mediaType'].every((key) => {
    const text: unknown = Reflect.get(value, key);
    return text === undefined || typeof text === 'string';
  });
}

function isContent(value: unknown): boolean {
  return value instanceof Blob || value instanceof Uint8Array || value instanceof URL;
}

function isJsonObject(value: unknown): boolean {
  try {
    return isObject(value) && findJsonLoss(value) === undefined;
  } catch {
    // Nested deeper than can be walked.
    return false;
  }
}
