import { EventEmitter } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ActiveRequests, OverloadError, StartQueue, type CountedCall } from './active-requests.ts';

/** Makes a call that a test ends by the event `close`. */
function call(): CountedCall & EventEmitter {
  return Object.assign(new EventEmitter(), { req: new IncomingMessage(new Socket()) });
}

test('a request counts until its call ends, also if that is said twice', () => {
  const requests = new ActiveRequests(1);
  const first = call();
  const request = requests.admit(first);
  expect(() => requests.admit(call())).toThrow(OverloadError);
  first.emit('close');
  first.emit('close');
  request.end();
  expect(request.isOver).toBe(true);
  requests.admit(call());
  expect(() => requests.admit(call())).toThrow(OverloadError);
});

test('a request that became a stream frees its place once, and is over later', () => {
  const requests = new ActiveRequests(1);
  const stream = call();
  const request = requests.admit(stream);
  request.leave();
  request.leave();
  expect(request.isOver).toBe(false);
  requests.admit(call());
  stream.emit('close');
  expect(request.isOver).toBe(true);
  expect(() => requests.admit(call())).toThrow(OverloadError);
});

test('a request whose caller goes while it waits for its turn never starts', async () => {
  const requests = new ActiveRequests(Infinity);
  const queue = new StartQueue();
  const started: number[] = [];
  const calls = Array.from({ length: 10 }, (_, index) => {
    const each = call();
    requests.admit(each).start(queue, () => void started.push(index));
    return each;
  });
  calls[8]?.emit('close');
  await expect.poll(() => started.length).toBe(9);
  await nextTurn();
  expect(started).not.toContain(8);
});
