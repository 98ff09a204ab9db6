import { expect, test } from 'vitest';
import { LazyAbort } from './lazy-abort.ts';

test('new LazyAbort() aborts a signal that was looked at before', () => {
  const abort = new LazyAbort();
  const { signal } = abort;
  const reason = new Error('enough');
  abort.abort(() => reason);
  abort.abort(() => new Error('again'));
  expect(abort.aborted).toBe(true);
  expect(signal.reason).toBe(reason);
});

test('new LazyAbort() shows an abort that came before anybody looked', () => {
  const abort = new LazyAbort();
  expect(abort.aborted).toBe(false);
  const reason = new Error('enough');
  abort.abort(() => reason);
  expect(abort.signal.aborted).toBe(true);
  expect(abort.signal.reason).toBe(reason);
});
