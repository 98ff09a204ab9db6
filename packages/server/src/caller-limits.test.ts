import { expect, test } from 'vitest';
import { checkCallerLimits } from './caller-limits.ts';

test.each<readonly [object, string]>([
  [
    { requestsPerMinute: 0 },
    'requestsPerMinute must be an integer from 1, or Infinity: current value is 0',
  ],
  [{ openStreams: '5' }, 'openStreams must be an integer'],
  [{ openStream: 5 }, 'did you mean "openStreams"?'],
])('checkCallerLimits() refuses %j', (limits, says) => {
  expect(() => checkCallerLimits(limits)).toThrow(says);
  expect(() => checkCallerLimits({ requestsPerMinute: Infinity })).not.toThrow();
});
