import {
  BOOLEAN_RULE,
  checkOptions,
  createTimerRule,
  findJsonLoss,
} from '@formwork/schema/internal';
import type { OptionRule } from '@formwork/schema';
import type { OutgoingFile, WaitOptions } from './outcome.ts';

/** Options of a message: what is sent along, and how to wait for the outcome. */
export interface SendOptions extends WaitOptions {
  /** Sent along, after the input. */
  readonly files?: readonly OutgoingFile[];
  /** Continues a conversation. */
  readonly contextId?: string;
  /** Default: a new UUID. Agents that know how do the same message with the same id once. */
  readonly messageId?: string;
  /**
   * The time to wait for the result in one answer before events are asked for, in milliseconds. A
   * task that ends by then costs less, but gives no progress, and a wait that ends by then does not
   * know its task. For `stream` only, and only with agents that do a message once: others are
   * streamed from the beginning. Default 0.
   */
  readonly streamAfterMs?: number;
  /** Sent along as the message's metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Options of a call of a skill. */
export interface CallOptions extends SendOptions {
  /** False sends the input as it is, unchecked. Default true. */
  readonly validateInput?: boolean;
}

/** The rule of an option that is a function. */
export const FUNCTION_RULE: OptionRule = {
  expected: 'a function',
  isValid: (value) => typeof value === 'function',
};

/** The rule of a signal: only one of the platform can be joined with a deadline. */
export const SIGNAL_RULE: OptionRule = {
  expected: 'an AbortSignal',
  isValid: (value) => value instanceof AbortSignal,
};

/** One set for calls, messages and waits: a program may use one object of options for all of them. */
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
 * Checks the options of a call, a message or a wait. Options of `call` that have no meaning there are
 * allowed.
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
    // It is nested too deep to be walked.
    return false;
  }
}

/** The rule of an option that is one of these texts. */
export function createChoiceRule(choices: readonly string[]): OptionRule {
  return {
    expected: choices.map((choice) => JSON.stringify(choice)).join(' or '),
    isValid: (value) => typeof value === 'string' && choices.includes(value),
  };
}

/** True for an object that is not an array. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
