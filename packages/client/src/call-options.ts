import { findJsonLoss, isRecord } from '@formwork/schema/json';
import {
  BOOLEAN_RULE,
  checkOptions,
  createTimerRule,
  type OptionRule,
} from '@formwork/schema/options';
import type { OutgoingFile, WaitOptions } from './outcome.ts';

/**
 * Options of a message to an agent: files, ids and metadata that go with it, and how to wait for
 * the outcome of its task.
 */
export interface SendOptions extends WaitOptions {
  /** Files that are sent with the message, as parts behind its input. Default: none. */
  readonly files?: readonly OutgoingFile[];
  /**
   * The id of an earlier conversation (an A2A context) that the message continues. Default: the
   * agent begins a new one.
   */
  readonly contextId?: string;
  /**
   * The id of the message. Default: a new UUID. Agents that declare follow-up forms handle a
   * message with the same id only once, so it can be sent again safely.
   */
  readonly messageId?: string;
  /**
   * Milliseconds to wait for a plain answer before a stream of events is opened. A task that ends
   * within this time costs less, but reports no progress, and an aborted wait does not know its
   * task. It counts for `stream` only, and only with agents that handle a repeated message once;
   * with others the stream is opened at once. Default 0.
   */
  readonly streamAfterMs?: number;
  /** The metadata of the message that is sent. Default: none. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Options of a call of a skill: those of any message, and whether the input is checked. */
export interface CallOptions extends SendOptions {
  /** False sends the input to the agent without checking it by the skill's schema. Default true. */
  readonly validateInput?: boolean;
}

/** The check of an option whose value has to be a function. */
export const FUNCTION_RULE: OptionRule = {
  expected: 'a function',
  isValid: (value) => typeof value === 'function',
};

/**
 * The check of an option that takes an `AbortSignal`. It has to be the platform's own, because no
 * other can be joined with a deadline.
 */
export const SIGNAL_RULE: OptionRule = {
  expected: 'an AbortSignal',
  isValid: (value) => value instanceof AbortSignal,
};

/**
 * The checks of all options of calls, messages and waits, in one table: a program may use one
 * object of options for all of them.
 */
const RULES: { readonly [Name in keyof Required<CallOptions>]: OptionRule } = {
  signal: SIGNAL_RULE,
  deadlineMs: createTimerRule(0),
  onAbort: createChoiceRule(['keep', 'cancel']),
  onQuestion: FUNCTION_RULE,
  onAuthorize: FUNCTION_RULE,
  waitForOthers: BOOLEAN_RULE,
  waitForMs: createTimerRule(0),
  onUnreachable: FUNCTION_RULE,
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
 * Checks the options of a call, a message or a wait. Options that only `call` has are allowed
 * everywhere.
 *
 * @throws TypeError, RangeError that name the option.
 */
export function checkCallOptions(options: CallOptions | undefined, subject: string): void {
  if (options !== undefined) checkOptions(options, { subject, rules: RULES });
}

function isFile(value: unknown): boolean {
  if (isContent(value)) return true;
  if (!isRecord(value) || !isContent(Reflect.get(value, 'content'))) return false;
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
    return isRecord(value) && findJsonLoss(value) === undefined;
  } catch {
    // A value nested too deep to be walked cannot be JSON.
    return false;
  }
}

/** Makes the check of an option that takes one of the given texts. */
export function createChoiceRule(choices: readonly string[]): OptionRule {
  return {
    expected: choices.map((choice) => JSON.stringify(choice)).join(' or '),
    isValid: (value) => typeof value === 'string' && choices.includes(value),
  };
}

/** Fields of these names that are present. */
type Present<Fields, Name extends keyof Fields> = {
  [Each in Name]?: Exclude<Fields[Each], undefined>;
};

/** Picks the fields of these names that are present, because options take none that is undefined. */
export function pickPresent<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  names: readonly Name[],
): Present<Fields, Name> {
  const present = names.flatMap((name) =>
    fields[name] === undefined ? [] : [[name, fields[name]]],
  );
  // The type of the object is that of its fields.
  return Object.fromEntries(present) as Present<Fields, Name>;
}
