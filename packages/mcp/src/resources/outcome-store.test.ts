import type { Outcome } from '@formwork/client';
import { afterEach, expect, test, vi } from 'vitest';
import { OutcomeStore } from './outcome-store.ts';

afterEach(() => void vi.useRealTimers());

const base = { taskId: 't', contextId: 'c', text: '', files: [], artifacts: [] };

function toDone(mebibytes: number): Outcome<unknown> {
  const bytes = new Uint8Array(mebibytes * 1024 * 1024);
  const file = { kind: 'bytes', name: 'f', mediaType: '', artifact: '', bytes } as const;
  return { ...base, state: 'completed', conclusion: '', data: { a: 1 }, files: [file] };
}

test('what has ended is kept for half a minute, and found by its own key only', () => {
  vi.useFakeTimers();
  const outcomes = new OutcomeStore();
  const done = toDone(1);
  outcomes.keep('mine', done);
  expect(outcomes.find('mine')).toBe(done);
  expect(outcomes.find('yours')).toBeUndefined();
  vi.advanceTimersByTime(29_999);
  expect(outcomes.find('mine')).toBe(done);
  vi.advanceTimersByTime(1);
  expect(outcomes.find('mine')).toBeUndefined();
});

test('what waits is not kept, and what was kept before it neither', () => {
  const outcomes = new OutcomeStore();
  outcomes.keep('a', toDone(1));
  const later = () => Promise.reject(new Error('Nobody goes on here.'));
  // oxlint-disable-next-line require-yield -- it throws before
  async function* streamLater(): AsyncGenerator<never, void> {
    await later();
  }
  const auth = { state: 'auth-required', url: undefined, number: undefined } as const;
  outcomes.keep('a', { ...base, ...auth, proceed: later, streamProceed: streamLater });
  expect(outcomes.find('a')).toBeUndefined();
});

test('the oldest goes when there is more than 64 MiB, and what is larger alone is not kept', () => {
  const outcomes = new OutcomeStore();
  for (const key of ['a', 'b', 'c']) outcomes.keep(key, toDone(20));
  // An outcome that is kept again under the same key counts once.
  outcomes.keep('a', toDone(20));
  expect(['a', 'b', 'c'].map((key) => outcomes.find(key) !== undefined)).toEqual([
    true,
    true,
    true,
  ]);
  outcomes.keep('d', toDone(20));
  expect(['a', 'b', 'c', 'd'].map((key) => outcomes.find(key) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  outcomes.keep('e', toDone(65));
  expect(outcomes.find('e')).toBeUndefined();
  expect(outcomes.find('d')).toBeDefined();
  // Empty objects are short as JSON, and take much memory.
  const empty = Array.from({ length: 1_100_000 }, () => ({}));
  outcomes.keep('h', { ...base, state: 'completed', conclusion: '', data: { empty } });
  const artifacts = [{ parts: [{ data: { empty } }] }] as never;
  outcomes.keep('i', { ...base, state: 'failed', artifacts });
  // The holes of a sparse list count like other items.
  const places: unknown[] = [];
  places.length = 9_000_000;
  outcomes.keep('k', { ...base, state: 'completed', conclusion: '', data: { places } });
  expect(['h', 'i', 'k'].filter((key) => outcomes.find(key) !== undefined)).toEqual([]);
  let deep: object = {};
  for (let i = 0; i < 20_000; i += 1) deep = { deep };
  outcomes.keep('j', { ...base, state: 'completed', conclusion: '', data: deep });
  expect(outcomes.find('j')).toBeDefined();
  const text = 'x'.repeat(1024);
  const { files } = toDone(64);
  outcomes.keep('f', { ...base, state: 'failed', text, files });
  outcomes.keep('g', { ...base, state: 'completed', conclusion: '', data: { text }, files });
  expect([outcomes.find('f'), outcomes.find('g')]).toEqual([undefined, undefined]);
});

test('no more than 256 are kept', () => {
  const outcomes = new OutcomeStore();
  for (let i = 0; i < 257; i += 1) outcomes.keep(`${i}`, { ...base, state: 'failed' });
  expect([0, 1, 256].map((i) => outcomes.find(`${i}`) !== undefined)).toEqual([false, true, true]);
});
