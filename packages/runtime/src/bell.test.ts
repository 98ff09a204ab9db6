import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { createBell } from './bell.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('wait() returns at once when the bell rang before, unless that was reset', async () => {
  vi.useFakeTimers();
  const bell = createBell();
  bell.ring();
  await bell.wait(1000);
  expect(vi.getTimerCount()).toBe(0);

  bell.reset();
  const waiting = bell.wait(1000);
  expect(vi.getTimerCount()).toBe(1);
  bell.ring();
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

test('wait() returns after its time without a ring', async () => {
  vi.useFakeTimers();
  const bell = createBell();
  const waiting = bell.wait(1000);
  await vi.advanceTimersByTimeAsync(1000);
  await waiting;
  expect(bell.isStopped()).toBe(false);
});

test('stop() ends this wait and all later ones', async () => {
  vi.useFakeTimers();
  const bell = createBell();
  const waiting = bell.wait(1000);
  bell.stop();
  await waiting;
  bell.reset();
  await bell.wait(1000);
  expect(bell.isStopped()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('stopOn() stops with the signal until it lets go of it', () => {
  const first = new AbortController();
  const second = new AbortController();
  const bell = createBell();
  const release = bell.stopOn(first.signal);
  release();
  first.abort();
  expect(bell.isStopped()).toBe(false);
  bell.stopOn(second.signal);
  second.abort();
  expect(bell.isStopped()).toBe(true);
  expect(getEventListeners(first.signal, 'abort')).toEqual([]);
});

test('stopOn() stops at once with a signal that was aborted before', () => {
  const bell = createBell();
  bell.stopOn(AbortSignal.abort());
  expect(bell.isStopped()).toBe(true);
});
