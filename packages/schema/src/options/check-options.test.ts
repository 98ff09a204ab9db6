import { expect, test } from 'vitest';
import {
  checkOptions,
  type CheckOptionsOptions,
  BOOLEAN_RULE,
  createIntegerRule,
  createTimerRule,
} from './check-options.ts';

interface SampleOptions {
  readonly places?: number;
  readonly waitMs?: number;
  readonly open?: boolean;
}

const SAMPLE: CheckOptionsOptions<SampleOptions> = {
  subject: 'Cannot cook',
  rules: { places: createIntegerRule(1), waitMs: createTimerRule(0), open: BOOLEAN_RULE },
};

/** Checks options of any type, as JavaScript without types may pass them. */
function check(options: unknown): void {
  checkOptions(options as SampleOptions, SAMPLE);
}

test('checkOptions() lets right options pass, and absent ones', () => {
  check({});
  check({ places: 1, waitMs: 0, open: false });
  check({ places: undefined, open: undefined });
});

test.each([
  [{ places: 0 }, RangeError, 'places must be an integer from 1: current value is 0'],
  [{ places: Infinity }, RangeError, 'places must be an integer from 1: current value is Infinity'],
  [{ places: 'x' }, TypeError, 'places must be an integer from 1: current value is "x"'],
  [
    { waitMs: 2 ** 31 },
    RangeError,
    'waitMs must be an integer from 0 to 2147483647: current value is 2147483648',
  ],
  [{ open: 'false' }, TypeError, 'open must be true or false: current value is "false"'],
  [{ open: null }, TypeError, 'open must be true or false: current value is null'],
  [
    { place: 1 },
    TypeError,
    'options must be of places, waitMs, open: current value is "place", did you mean "places"?',
  ],
  [
    { constructor: 1 },
    TypeError,
    'options must be of places, waitMs, open: current value is "constructor"',
  ],
  [true, TypeError, 'options must be an object: current value is true'],
])('checkOptions() refuses %j', (options, kind, problem) => {
  expect(() => check(options)).toThrow(new kind(`Cannot cook because ${problem}`));
  expect(() => check(options)).toThrow(kind);
});

test('checkOptions() shows of a value what its rule lets it', () => {
  const rules = {
    key: { expected: 'a key', isValid: () => false, describe: () => 'something secret' },
  };
  const options = { subject: 'Cannot open', rules };
  expect(() => checkOptions({ key: 'x-1' }, options)).toThrow(
    new TypeError('Cannot open because key must be a key: current value is something secret'),
  );
});
