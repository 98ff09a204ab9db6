import type { StreamResponse } from '@a2a-js/sdk';
import { expect, test } from 'vitest';
import {
  type ClosingSignal,
  createClosing,
  createStoppableStream,
  type ResponseStream,
} from './closing.ts';

test('createClosing() tells those who listen, once, and not those who stopped', () => {
  const controller = new AbortController();
  const closing = createClosing(controller.signal);
  const told: string[] = [];
  closing.listen(() => told.push('first'));
  const forget = closing.listen(() => told.push('second'));
  forget();
  expect(closing.aborted).toBe(false);
  controller.abort();
  expect(closing.aborted).toBe(true);
  closing.listen(() => told.push('late'));
  expect(told).toEqual(['first', 'late']);
});

test('createClosing() without a signal never closes', () => {
  const closing = createClosing(undefined);
  closing.listen(() => expect.unreachable());
  expect(closing.aborted).toBe(false);
});

/** A stream of one event that then waits until it is stopped. */
async function* waitQuietly(stopping: ClosingSignal): ResponseStream {
  try {
    yield EVENT;
    await new Promise<void>((resolve) => stopping.listen(resolve));
  } finally {
    ended.push('source');
  }
}

const EVENT: StreamResponse = { payload: undefined };
const ended: string[] = [];

test('createStoppableStream() ends by return() while an event is awaited', async () => {
  ended.length = 0;
  const stream = createStoppableStream(
    async (stopping) => waitQuietly(stopping),
    createClosing(undefined),
  );
  expect(await stream.next()).toEqual({ done: false, value: EVENT });
  const pending = stream.next();
  await stream.return();
  expect(await pending).toEqual({ done: true, value: undefined });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect(ended).toEqual(['source']);
});

test('createStoppableStream() ends when the request handler closes', async () => {
  ended.length = 0;
  const controller = new AbortController();
  const closing = createClosing(controller.signal);
  const stream = createStoppableStream(async (stopping) => waitQuietly(stopping), closing);
  await stream.next();
  const pending = stream.next();
  controller.abort();
  expect(await pending).toEqual({ done: true, value: undefined });
  expect(ended).toEqual(['source']);
});

test('createStoppableStream() is not opened by return() alone, and is over after it', async () => {
  const stream = createStoppableStream(() => expect.unreachable(), createClosing(undefined));
  await stream.return();
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

test('createStoppableStream() ends with the error of opening, which is thrown once', async () => {
  const failure = new Error('no such task');
  const stream = createStoppableStream(() => Promise.reject(failure), createClosing(undefined));
  await expect(stream.next()).rejects.toBe(failure);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect(await stream.return()).toEqual({ done: true, value: undefined });
});
