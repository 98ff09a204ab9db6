import { describe, expect, test } from 'vitest';
import type { PostOutcome } from './create-poster.ts';
import { toSettlement, type Attempt } from './to-settlement.ts';

const SETTINGS = { maxAttempts: 5, maxAgeMs: 60_000, retryBaseMs: 100, retryCapMs: 1_000 };
const NOW = Date.parse('2026-01-01T00:00:00Z');

function settle(outcome: PostOutcome, attempt: Partial<Attempt> = {}) {
  const known = { failures: 0, failingForMs: 0, now: NOW, random: 0.5 };
  return toSettlement({ outcome, ...known, ...attempt }, SETTINGS);
}

function answered(status: number, retryAfter?: string): PostOutcome {
  return { kind: 'answered', status, ...(retryAfter !== undefined && { retryAfter }) };
}

describe('toSettlement()', () => {
  test.each([200, 201, 202, 204, 299])('takes %i as taken', (status) => {
    expect(settle(answered(status))).toBeUndefined();
  });

  test.each([100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 429, 500, 503])(
    'tries again after %i',
    (status) => {
      const reason = `The receiver answered ${status}`;
      expect(settle(answered(status))).toEqual({ kind: 'failed', retryInMs: 50, reason });
    },
  );

  test('gives up at once when the receiver is gone or must not be connected to', () => {
    const reason = 'The receiver answered 410';
    expect(settle(answered(410))).toEqual({ kind: 'dead', reason });
    expect(settle({ kind: 'refused', reason: 'no' })).toEqual({ kind: 'dead', reason: 'no' });
  });

  test('gives back what was aborted, without counting it', () => {
    expect(settle({ kind: 'aborted' }, { failures: 4 })).toEqual({ kind: 'released' });
  });

  test('doubles the longest wait up to the cap, and draws the wait from 0 to there', () => {
    const failed: PostOutcome = { kind: 'failed', reason: 'no answer' };
    const settings = { ...SETTINGS, maxAttempts: 100 };
    function longest(failures: number, random: number): unknown {
      const attempt = { outcome: failed, failures, failingForMs: 0, now: NOW, random };
      const settlement = toSettlement(attempt, settings);
      return settlement?.kind === 'failed' ? settlement.retryInMs : settlement;
    }
    expect([0, 1, 2, 3, 4, 60].map((failures) => longest(failures, 0.999_999))).toEqual([
      99, 199, 399, 799, 999, 999,
    ]);
    expect([0, 1, 60].map((failures) => longest(failures, 0))).toEqual([0, 0, 0]);
  });

  test.each([
    ['a number of seconds', '1', 1_000],
    ['a date', new Date(NOW + 1_000).toUTCString(), 1_000],
    ['more than the cap', '86400', 1_000],
    ['less than the wait', '0', 50],
    ['a date that is over', new Date(NOW - 1_000).toUTCString(), 50],
    ['nonsense', 'soon', 50],
  ])('heeds Retry-After that is %s', (_what, value, retryInMs) => {
    expect(settle(answered(503, value))).toMatchObject({ kind: 'failed', retryInMs });
  });

  test('gives up after so many attempts, or so long a time', () => {
    expect(settle(answered(503), { failures: 3 })).toMatchObject({ kind: 'failed' });
    expect(settle(answered(503), { failures: 4 })).toMatchObject({ kind: 'dead' });
    expect(settle(answered(503), { failingForMs: 59_999 })).toMatchObject({ kind: 'failed' });
    expect(settle(answered(503), { failingForMs: 60_000 })).toMatchObject({ kind: 'dead' });
  });
});
