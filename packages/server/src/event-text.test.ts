import { StreamResponse } from '@a2a-js/sdk';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createEventEncoder } from './event-text.ts';
import { createTaskEvent } from './testing/create-fake-handler.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('createEventEncoder() encodes an event once for all of its readers in a turn', async () => {
  const encode = createEventEncoder();
  const toJSON = vi.spyOn(StreamResponse, 'toJSON');
  const [first, second] = [createTaskEvent(), createTaskEvent()];
  const text = encode(first);
  expect(JSON.parse(text)).toHaveProperty('task');
  expect(encode(first)).toBe(text);
  expect(toJSON).toHaveBeenCalledTimes(1);
  encode(second);
  expect(toJSON).toHaveBeenCalledTimes(2);
  // A large event must not stay in memory after its turn.
  await nextTurn();
  encode(second);
  expect(toJSON).toHaveBeenCalledTimes(3);
});
