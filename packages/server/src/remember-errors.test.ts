import type { StreamResponse } from '@a2a-js/sdk';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createTaskEvent } from './testing/create-fake-handler.ts';
import { MESSAGE, openJsonRpcDoor, post, toRequest } from './testing/open-json-rpc-door.ts';

test('rememberErrors() ends a stream whose client left, also while nothing happens', async () => {
  const stream = createQuietStream();
  await using door = await openJsonRpcDoor({ sendMessageStream: () => stream });
  const aborter = new AbortController();
  const request = toRequest('SendStreamingMessage', { message: MESSAGE });
  const { signal } = aborter;
  const response = await post(door, request, { signal });
  await response.body?.getReader().read();
  aborter.abort();
  await stream.ended;
  expect(door.entries).toEqual([]);
});

interface QuietStream extends AsyncGenerator<StreamResponse, void, undefined> {
  readonly ended: Promise<IteratorResult<StreamResponse, void>>;
}

/** Makes a stream that yields one event, and then none until it is ended. */
function createQuietStream(): QuietStream {
  const end = new EventTarget();
  const ended = once(end, 'end').then(() => ({ done: true, value: undefined }) as const);
  let hasBegun = false;
  return {
    ended,
    next: () => {
      if (hasBegun) return ended;
      hasBegun = true;
      return Promise.resolve({ done: false, value: createTaskEvent() });
    },
    return: () => {
      end.dispatchEvent(new Event('end'));
      return ended;
    },
    throw: () => ended,
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
