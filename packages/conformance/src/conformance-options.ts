import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import {
  BOOLEAN_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
} from '@formwork/schema/options';

/** Options of {@link checkConformance}. */
export interface ConformanceOptions {
  /**
   * Headers of every request, such as credentials. They are sent to the origin of the URL, and to
   * those of `trustedOrigins`. Default: none.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further origins that may see the headers, and be at any address. Default: none. */
  readonly trustedOrigins?: readonly string[];
  /** The ids of the skills to call. Default: all whose input can be made. */
  readonly skills?: readonly string[];
  /** False checks the card only: nothing but the card is requested. Default true. */
  readonly calls?: boolean;
  /**
   * Inputs to use instead of generated ones, by the name of a schema or the id of a skill. Default:
   * the examples of the card, else inputs made from the schemas.
   */
  readonly inputs?: Readonly<Record<string, Json>>;
  /** The longest time of one request, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** The longest time of all checks together, in milliseconds. Default 600,000. */
  readonly totalMs?: number;
  /** The largest answer that is read, in bytes. Default 4 MiB. */
  readonly maxBytes?: number;
  /** Ends all checks; `checkConformance` then rejects with its reason. Default: none. */
  readonly signal?: AbortSignal;
}

/** The options with their defaults filled in. */
export interface ConformanceSettings {
  readonly headers: Readonly<Record<string, string>>;
  readonly trustedOrigins: readonly string[];
  readonly skills: readonly string[] | undefined;
  readonly calls: boolean;
  readonly inputs: Readonly<Record<string, Json>>;
  readonly timeoutMs: number;
  readonly totalMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** Checks the options and fills in the defaults. @throws TypeError or RangeError for wrong options */
export function toSettings(options: ConformanceOptions): ConformanceSettings {
  checkOptions<ConformanceOptions>(options, {
    subject: 'Cannot check the agent',
    rules: {
      headers: HEADERS,
      trustedOrigins: ORIGINS,
      skills: TEXT_LIST,
      calls: BOOLEAN_RULE,
      inputs: { expected: 'an object', isValid: isRecord },
      timeoutMs: createTimerRule(1),
      totalMs: createTimerRule(1),
      maxBytes: createIntegerRule(1),
      signal: { expected: 'an AbortSignal', isValid: (value) => value instanceof AbortSignal },
    },
  });
  return {
    headers: options.headers ?? {},
    trustedOrigins: (options.trustedOrigins ?? []).map((origin) => new URL(origin).origin),
    skills: options.skills,
    calls: options.calls ?? true,
    inputs: options.inputs ?? {},
    timeoutMs: options.timeoutMs ?? 30_000,
    totalMs: options.totalMs ?? 600_000,
    maxBytes: options.maxBytes ?? 4 * 1024 * 1024,
    signal: options.signal,
  };
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** Values are not shown, because they may be secrets. */
const HEADERS: OptionRule = {
  expected: 'an object of headers, with values of printable ASCII',
  isValid: (value) =>
    isRecord(value) &&
    Object.entries(value).every(
      ([name, text]) =>
        /^[\w.-]+$/u.test(name) && typeof text === 'string' && /^[ -~]*$/u.test(text),
    ),
  describe: () => 'not shown',
};

const ORIGINS: OptionRule = {
  expected: 'an array of origins such as "https://agent.example"',
  isValid: (value) =>
    Array.isArray(value) && value.every((text) => typeof text === 'string' && URL.canParse(text)),
};

const TEXT_LIST: OptionRule = {
  expected: 'an array of texts',
  isValid: (value) => Array.isArray(value) && value.every(isText),
};
