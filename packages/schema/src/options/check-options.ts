import { isRecord } from '../json/record.ts';
import { didYouMean, listNames } from '../problems/did-you-mean.ts';
import { previewJson, quote } from '../problems/preview-json.ts';
import { quoteInput } from '../secrets/named-url.ts';

/** Options of {@link checkOptions}: the rule of each option, and words for the errors. */
export interface CheckOptionsOptions<Options extends object> {
  /** The beginning of error messages, which says what failed, such as `Cannot serve the agent`. */
  readonly subject: string;
  /** The rules by the names of the options. Each of the options may be absent. */
  readonly rules: { readonly [Name in keyof Required<Options>]: OptionRule };
  /**
   * Names that are not options here but of something else, with the words that say how they are
   * given there. Default: none.
   */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/**
 * Checks an object of options before it is used: an engine, a store or an adapter says in the same
 * words as the rest of the framework which option is wrong.
 *
 * @throws RangeError for a number out of range, and a `TypeError` for everything else, unknown
 * names included: those are misspelt, or have no effect
 *
 * @example
 * ```ts
 * import { checkOptions, createIntegerRule } from '@formwork/schema/options';
 *
 * interface CacheOptions {
 *   readonly entries?: number;
 * }
 *
 * const options: CacheOptions = { entries: 100 };
 * checkOptions(options, {
 *   subject: 'Cannot create the cache',
 *   rules: { entries: createIntegerRule(1) },
 * });
 * ```
 */
export function checkOptions<Options extends object>(
  options: Options,
  { subject, rules, elsewhere = {} }: CheckOptionsOptions<Options>,
): void {
  if (!isRecord(options)) {
    throw new TypeError(
      `${subject} because options must be an object: current value is ${previewJson(options)}`,
    );
  }
  const rulesByName: Readonly<Record<string, OptionRule>> = rules;
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rulesByName, name) ? rulesByName[name] : undefined;
    if (rule === undefined) {
      throw createNameError(name, { subject, names: Object.keys(rulesByName), elsewhere });
    }
    if (value === undefined || rule.isValid(value)) continue;
    const description = rule.describe?.(value) ?? describe(value);
    const message = `${subject} because ${name} must be ${rule.expected}: current value is ${description}`;
    throw typeof value === 'number' ? new RangeError(message) : new TypeError(message);
  }
}

function describe(value: unknown): string {
  return typeof value === 'string' ? quoteInput(value) : previewJson(value);
}

function createNameError(
  name: string,
  options: {
    readonly subject: string;
    readonly names: readonly string[];
    readonly elsewhere: Readonly<Record<string, string>>;
  },
): TypeError {
  const { subject, names, elsewhere } = options;
  const suggestion = didYouMean(name, [...names, ...Object.keys(elsewhere)]);
  const meant =
    suggestion === undefined || names.includes(suggestion) ? undefined : elsewhere[suggestion];
  const hint = suggestion === undefined ? '' : `, did you mean ${meant ?? quote(suggestion)}?`;
  return new TypeError(
    `${subject} because options must be of ${listNames(names, name)}: current value is ${quote(name)}${hint}`,
  );
}

/** The rule for the values of one option: a test, and its description for errors. */
export interface OptionRule {
  /** The allowed values in words, which follow "must be" in an error. */
  readonly expected: string;
  readonly isValid: (value: unknown) => boolean;
  /**
   * Describes a wrong value in an error, for values that must not be shown, such as secrets.
   * Default, and where it returns `undefined`: its JSON, cut, or the scheme of an address.
   */
  readonly describe?: (value: unknown) => string | undefined;
}

/** The longest time that a timer can wait, in milliseconds. */
const MAX_MS = 2_147_483_647;

/**
 * The rule of an option that must be `true` or `false`; values that only count as true or false are
 * refused.
 */
export const BOOLEAN_RULE: OptionRule = {
  expected: 'true or false',
  isValid: (value) => typeof value === 'boolean',
};

/** The functions of a log, such as the `TaskLogger` of handlers. */
const LEVELS = ['info', 'warn', 'error'] as const;

/** The rule of an option that is a log: an object with the functions info, warn and error. */
export const LOGGER_RULE: OptionRule = {
  expected: 'an object with the functions info, warn and error',
  isValid: (value) =>
    typeof value === 'object' &&
    value !== null &&
    LEVELS.every((name) => typeof Reflect.get(value, name) === 'function'),
};

/**
 * Makes the rule of an option that is an integer from `min` to `max`, by default up to the largest
 * that JavaScript holds.
 *
 * @example
 * createIntegerRule(1, 10).expected; // 'an integer from 1 to 10'
 */
export function createIntegerRule(min: number, max: number = Number.MAX_SAFE_INTEGER): OptionRule {
  return {
    expected:
      max === Number.MAX_SAFE_INTEGER
        ? `an integer from ${min}`
        : `an integer from ${min} to ${max}`,
    isValid: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max,
  };
}

/**
 * Makes the rule of an option that is a time in milliseconds, from `min` to the longest that a
 * timer can wait.
 *
 * @example
 * createTimerRule(0).isValid(60_000); // true
 */
export function createTimerRule(min: number): OptionRule {
  return createIntegerRule(min, MAX_MS);
}
