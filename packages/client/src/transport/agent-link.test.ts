import { expect, test } from 'vitest';
import { closeStream, drainStream } from './agent-link.ts';

/** Yields `events` numbers, and then stays open until the signal is aborted. */
async function* openUntil(signal: AbortSignal, events: number): AsyncGenerator<number, void> {
  for (let event = 0; event < events; event += 1) yield event;
  await new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}

async function* count(to: number, onEnd: () => void): AsyncGenerator<number, void> {
  for (let event = 0; event < to; event += 1) yield event;
  onEnd();
}

test('reads a stream that is over to its end', async () => {
  const controller = new AbortController();
  let isEnded = false;
  const stream = count(3, () => {
    isEnded = true;
  });
  await drainStream(stream, { abort: () => controller.abort() });
  expect(isEnded).toBe(true);
  expect(controller.signal.aborted).toBe(false);
});

test('ends a stream that its agent leaves open', async () => {
  const controller = new AbortController();
  const stream = openUntil(controller.signal, 2);
  await drainStream(stream, { abort: () => controller.abort() });
  expect(controller.signal.aborted).toBe(true);
});

test('closes a stream at once', async () => {
  const controller = new AbortController();
  const stream = openUntil(controller.signal, 2);
  await stream.next();
  await closeStream(stream, { abort: () => controller.abort() });
  expect(controller.signal.aborted).toBe(true);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});
