import { runGuarded as runAsImported } from '#guard';
import { expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import { runGuarded, type GuardOutcome } from './guard.node.ts';

function runForever(): never {
  for (;;) {
    // Only an interruption ends this loop.
  }
}

test('runGuarded() returns the value of the work', () => {
  const outcome = runGuarded(() => ({ answer: 42 }), 1000);
  expect(outcome).toEqual({ kind: 'done', value: { answer: 42 } });
  expectTypeOf(outcome).toEqualTypeOf<GuardOutcome<{ answer: number }>>();
});

test('runGuarded() returns undefined as a value like any other', () => {
  expect(runGuarded(() => undefined, 1000)).toEqual({ kind: 'done', value: undefined });
});

test('runGuarded() reports what the work threw', () => {
  const error = new Error('no');
  const outcome = runGuarded(() => {
    throw error;
  }, 1000);
  expect(outcome).toEqual({ kind: 'threw', error });
});

test('runGuarded() interrupts a loop without end', () => {
  expect(runGuarded(runForever, 20)).toEqual({ kind: 'timeout' });
});

test('runGuarded() interrupts a regular expression that backtracks', () => {
  const text = `${'a'.repeat(50)}!`;
  expect(runGuarded(() => /^(a+)+$/u.test(text), 20)).toEqual({ kind: 'timeout' });
});

test('runGuarded() may be nested, and an inner timeout leaves the outer work running', () => {
  const outcome = runGuarded(() => {
    const inner = runGuarded(runForever, 20);
    return [inner.kind, runGuarded(() => 'again', 1000)];
  }, 10_000);
  expect(outcome).toEqual({
    kind: 'done',
    value: ['timeout', { kind: 'done', value: 'again' }],
  });
});

test('runGuarded() interrupts nested work when the outer time is over, and works afterwards', () => {
  expect(runGuarded(() => runGuarded(runForever, 10_000), 20)).toEqual({ kind: 'timeout' });
  expect(runGuarded(() => 'still works', 1000)).toEqual({ kind: 'done', value: 'still works' });
});

test('runGuarded() takes fractions and zero as the least time there is', () => {
  expect(runGuarded(runForever, 0)).toEqual({ kind: 'timeout' });
  expect(runGuarded(runForever, 1.5)).toEqual({ kind: 'timeout' });
});

test('runGuarded() is what #guard means on Node', () => {
  expect(runAsImported(runForever, 20)).toEqual({ kind: 'timeout' });
});

test('runGuarded() gives work another time that a busy machine kept waiting', () => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let runs = 0;
  const work = (): string => {
    runs += 1;
    // The first run waits without using the processor, like work on a busy machine.
    if (runs === 1) Atomics.wait(cell, 0, 0, 5_000);
    return 'done';
  };
  expect(runGuarded(work, 100)).toEqual({ kind: 'done', value: 'done' });
  expect(runs).toBe(2);
});

test('runGuarded() gives work that had its time no other', () => {
  let runs = 0;
  const work = (): never => {
    runs += 1;
    for (;;);
  };
  // The clock of the processor is set, because a busy machine may give any work less than half.
  const clock = vi.spyOn(process, 'cpuUsage');
  onTestFinished(() => clock.mockRestore());
  /** Counts the runs within a time long enough for all of them to begin on a busy machine. */
  function countRuns(share: number, expected: number): number {
    for (let ms = 20; ; ms *= 4) {
      runs = 0;
      clock.mockReturnValue({ user: ms * 1_000 * (share - 0.05), system: ms * 50 });
      expect(runGuarded(work, ms)).toEqual({ kind: 'timeout' });
      if (runs >= expected || ms > 4_000) return runs;
    }
  }
  expect(countRuns(0.5, 1)).toBe(1);
  expect(countRuns(0.495, 2)).toBe(2);
});
