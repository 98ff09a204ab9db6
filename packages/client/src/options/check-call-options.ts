import {
  BOOLEAN_RULE,
  checkOptions,
  createTimerRule,
  findJsonLoss,
  type OptionRule,
} from '@formwork/core';
import type { CallOptions, SendOptions } from '../remote-skill.ts';
import type { WaitOptions } from '../task/wait-options.ts';
import { createChoiceRule, FUNCTION_RULE, isObject, SIGNAL_RULE } from './rules.ts';

type Rules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule };

const WAIT_RULES: Rules<WaitOptions> = {
  signal: SIGNAL_RULE,
  deadlineMs: createTimerRule(0),
  onAbort: createChoiceRule(['keep', 'cancel']),
  onQuestion: FUNCTION_RULE,
  onAuthorize: FUNCTION_RULE,
  validateOutput: BOOLEAN_RULE,
};

const SEND_RULES: Rules<SendOptions> = {
  ...WAIT_RULES,
  files: {
    expected: 'a list of File, Blob, Uint8Array, URL or { content, name, mediaType }',
    isValid: (value) => Array.isArray(value) && value.every(isFile),
  },
  contextId: { expected: 'text', isValid: (value) => typeof value === 'string' },
  messageId: {
    expected: 'text that is not empty',
    isValid: (value) => typeof value === 'string' && value !== '',
  },
  metadata: { expected: 'an object that JSON can carry', isValid: isJsonObject },
};

const CALL_RULES: Rules<CallOptions> = { ...SEND_RULES, validateInput: BOOLEAN_RULE };

/** Checks how a task is waited for. @throws TypeError, RangeError that name the option. */
export function checkWaitOptions(options: WaitOptions | undefined): void {
  if (options === undefined) return;
  checkOptions(options, { subject: 'Cannot wait for the task', rules: WAIT_RULES });
}

/** Checks what goes with a message that is not for a skill. @throws as above. */
export function checkSendOptions(options: SendOptions): void {
  checkOptions(options, { subject: 'Cannot send the message', rules: SEND_RULES });
}

/** Checks what goes with the input of a skill. @throws as above. */
export function checkCallOptions(options: CallOptions): void {
  checkOptions(options, { subject: 'Cannot call the skill', rules: CALL_RULES });
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
