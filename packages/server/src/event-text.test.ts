import { StreamResponse } from '@a2a-js/sdk';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { EventEncoder } from './event-text.ts';
import { createTaskEvent } from './testing/create-fake-handler.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('an encoder encodes an event once for all of its readers in a turn', async () => {
  const encoder = new EventEncoder();
  const toJSON = vi.spyOn(StreamResponse, 'toJSON');
  const [first, second] = [createTaskEvent(), createTaskEvent()];
  const text = encoder.encode(first);
  expect(JSON.parse(text)).toHaveProperty('task');
  expect(encoder.encode(first)).toBe(text);
  expect(toJSON).toHaveBeenCalledTimes(1);
  encoder.encode(second);
  expect(toJSON).toHaveBeenCalledTimes(2);
  // A large event must not stay in memory after its turn.
  await nextTurn();
  encoder.encode(second);
  expect(toJSON).toHaveBeenCalledTimes(3);
});
