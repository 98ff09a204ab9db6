import type { OptionRule, TaskLogger } from '@formwork/core';

const METHODS = ['info', 'warn', 'error'] as const satisfies readonly (keyof TaskLogger)[];

/** What is logged to. */
export const LOGGER_RULE: OptionRule = {
  expected: 'an object with the functions info, warn and error',
  isValid: (value) =>
    typeof value === 'object' &&
    value !== null &&
    METHODS.every((name) => typeof Reflect.get(value, name) === 'function'),
};
