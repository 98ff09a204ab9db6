import { expect, test } from 'vitest';
import { OUT_OF_TIME, toTimedLookup } from './timed-lookup.ts';

const LOOKUP = { 'https://example.com/a': { type: 'string' } } as const;

test('references lead where they lead', () => {
  const timed = toTimedLookup(LOOKUP, 60_000);
  expect(timed['https://example.com/a']).toBe(LOOKUP['https://example.com/a']);
  expect(timed['https://example.com/b']).toBeUndefined();
});

test('references lead nowhere when time is up', () => {
  let thrown: unknown;
  try {
    void toTimedLookup(LOOKUP, -1)['https://example.com/a'];
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBe(OUT_OF_TIME);
});
