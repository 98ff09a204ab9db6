import type { OptionRule } from '@formwork/core';

/** A function. */
export const FUNCTION_RULE: OptionRule = {
  expected: 'a function',
  isValid: (value) => typeof value === 'function',
};

/** An object that is no list. */
export const OBJECT_RULE: OptionRule = { expected: 'an object', isValid: isObject };

/** A signal of the platform: no other can be joined with a deadline. */
export const SIGNAL_RULE: OptionRule = {
  expected: 'an AbortSignal',
  isValid: (value) => value instanceof AbortSignal,
};

/** One of some texts. */
export function createChoiceRule(choices: readonly string[]): OptionRule {
  return {
    expected: choices.map((choice) => JSON.stringify(choice)).join(' or '),
    isValid: (value) => typeof value === 'string' && choices.includes(value),
  };
}

/** True for an object that is no list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True if members with these names are functions. */
export function hasFunctions(value: unknown, names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof Reflect.get(value, name) === 'function');
}
