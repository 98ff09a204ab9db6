import { RunEndedError, type TaskLogger } from '@formwork/core';
import { expect, type Mock, test, vi } from 'vitest';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { createGate } from '../testing/samples.ts';
import { LazyAbort } from './lazy-abort.ts';
import { OpenCalls } from './open-calls.ts';

/** Makes the calls of one run, and lists the texts that they write. */
function createCalls(): {
  readonly calls: OpenCalls;
  readonly abort: LazyAbort;
  readonly keys: string[];
  readonly error: Mock<TaskLogger['error']>;
} {
  const keys: string[] = [];
  const write = async (events: readonly NewTaskEvent[]): Promise<void> => {
    for (const event of events) if (event.kind === 'memo') keys.push(event.key);
  };
  const abort = new LazyAbort();
  const error = vi.fn<TaskLogger['error']>();
  const log = { info: () => undefined, warn: () => undefined, error };
  const writer = { write, take: (event: NewTaskEvent) => write([event]) };
  return { calls: new OpenCalls({ writer, abort, log }), abort, keys, error };
}

function createMemo(key: string): NewTaskEvent {
  return { kind: 'memo', position: 0, key, value: null };
}

test('events are stored in the order of their calls, also if the check of one takes time', async () => {
  const { calls, keys } = createCalls();
  const gate = createGate();
  const slow = calls.write(() => gate.opened.then(() => createMemo('first')));
  const quick = calls.write(() => createMemo('second'));
  gate.open();
  await Promise.all([slow, quick]);
  await calls.write(() => createMemo('third'));
  expect(keys).toEqual(['first', 'second', 'third']);
});

test('a check that fails keeps back its own event alone', async () => {
  const { calls, keys } = createCalls();
  const refused = calls.write(() => Promise.reject(new Error('refused')));
  const next = calls.write(() => createMemo('next'));
  await expect(refused).rejects.toThrow('refused');
  await next;
  expect(keys).toEqual(['next']);
});

test('what is settled includes calls that began meanwhile', async () => {
  const { calls } = createCalls();
  expect(calls.whenSettled()).toBe(undefined);
  const [first, second] = [createGate(), createGate()];
  const settled = vi.fn<() => void>();
  void calls.track('first', first.opened);
  const waiting = calls.whenSettled()?.then(settled);
  void calls.track('second', second.opened);
  first.open();
  await calls.track('third', Promise.resolve());
  await new Promise((resolve) => setImmediate(resolve));
  expect(settled).not.toHaveBeenCalled();
  second.open();
  await waiting;
  expect(settled).toHaveBeenCalledTimes(1);
});

test('a failure that no caller awaits is logged, unless the run is over', async () => {
  const { calls, abort, error } = createCalls();
  void calls.track('task.progress', Promise.reject(new Error('full'))).catch(() => undefined);
  await calls.whenSettled();
  expect(error.mock.calls).toEqual([
    ['task.progress failed', { error: expect.stringContaining('full') }],
  ]);
  abort.abort(() => new RunEndedError('lost'));
  void calls.track('task.progress', Promise.reject(new Error('late'))).catch(() => undefined);
  await calls.whenSettled();
  expect(error).toHaveBeenCalledTimes(1);
});

test('after the end, each call is refused with an error of its own', async () => {
  const { calls, abort, keys } = createCalls();
  calls.close();
  await expect(calls.write(() => createMemo('late'))).rejects.toMatchObject({ end: 'ended' });
  const reason = new RunEndedError('lost', { cause: 'why' });
  abort.abort(() => reason);
  const refusals = [0, 1].map(() => {
    try {
      return calls.checkOpen();
    } catch (refusal) {
      return refusal;
    }
  });
  expect(refusals).toMatchObject([{ end: 'lost', cause: 'why' }, { end: 'lost' }]);
  expect(new Set([...refusals, reason]).size).toBe(3);
  expect(keys).toEqual([]);
});
