import { expect, test } from 'vitest';
import { readWait } from './session-request.ts';

test.each([
  [undefined, 5_000],
  ['', 5_000],
  ['respond-async', 0],
  ['Respond-Async', 0],
  ['wait=2', 2_000],
  ['wait = "2"', 2_000],
  ['wait=60', 5_000],
  ['respond-async, wait=1', 1_000],
  ['return=minimal; wait=3', 3_000],
  ['wait=-1', 5_000],
  ['wait=soon', 5_000],
])('readWait() of %j is %d ms', (header, expected) => {
  expect(readWait(header, 5_000)).toBe(expected);
});
