/** The values that an option can have. */
export interface OptionRule {
  /** In words, to follow "must be". */
  readonly expected: string;
  readonly isValid: (value: unknown) => boolean;
  /**
   * Describes a wrong value in a message, for values that must not be shown, such as secrets.
   * Default, and where it returns `undefined`: its JSON, cut.
   */
  readonly describe?: (value: unknown) => string | undefined;
}

/** The longest time that a timer can wait, in milliseconds. */
const MAX_MS = 2_147_483_647;

/** True or false, and nothing that counts as one of them. */
export const BOOLEAN_RULE: OptionRule = {
  expected: 'true or false',
  isValid: (value) => typeof value === 'boolean',
};

/** An integer from a least to a largest value, by default the largest that JavaScript holds. */
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

/** Milliseconds that a timer can wait. */
export function createTimerRule(min: number): OptionRule {
  return createIntegerRule(min, MAX_MS);
}
