import { EventEmitter } from 'node:events';
import type { ClientRequest } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Posting } from './posting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request that a test answers, and that closes once it is destroyed, as those of Node do. */
class FakeRequest extends EventEmitter {
  readonly sent: unknown[] = [];
  isDestroyed = false;

  end(body: unknown): void {
    this.sent.push(body);
  }

  destroy(): void {
    this.isDestroyed = true;
    queueMicrotask(() => this.emit('close'));
  }
}

function open() {
  const request = new FakeRequest();
  const stop = new AbortController();
  const { signal } = stop;
  // A posting uses nothing else of a request.
  const posting = new Posting(request as unknown as ClientRequest, { signal, timeoutMs: 500 });
  return { request, stop, outcome: posting.send('{}') };
}

function answer(request: FakeRequest, headers: Readonly<Record<string, string>> = {}) {
  const response = Object.assign(new EventEmitter(), {
    statusCode: 200,
    headers,
    destroy: vi.fn<() => void>(),
  });
  request.emit('response', response);
  return response;
}

test('the outcome comes with the end of the answer, of which little is read', async () => {
  const { request, outcome } = open();
  expect(request.sent).toEqual(['{}']);
  const response = answer(request, { 'retry-after': '7' });
  response.emit('data', Buffer.alloc(16_384));
  expect(response.destroy).not.toHaveBeenCalled();
  response.emit('data', Buffer.alloc(1));
  expect(response.destroy).toHaveBeenCalledOnce();
  response.emit('error', new Error('cut off'));
  request.emit('close');
  expect(await outcome).toEqual({ kind: 'answered', status: 200, retryAfter: '7' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a receiver that does not answer in time is cut off', async () => {
  const { request, outcome } = open();
  vi.advanceTimersByTime(499);
  expect(request.isDestroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await outcome).toEqual({ kind: 'failed', reason: 'No answer within 500 ms' });
});

test('a request that is aborted ends as that, and afterwards the signal does nothing', async () => {
  const { request, stop, outcome } = open();
  stop.abort();
  expect(await outcome).toEqual({ kind: 'aborted' });
  const later = open();
  later.request.emit('close');
  await later.outcome;
  later.stop.abort();
  expect([request.isDestroyed, later.request.isDestroyed]).toEqual([true, false]);
});

test('the error of a request is its outcome by its code alone', async () => {
  const { request, outcome } = open();
  request.emit('error', Object.assign(new Error('at 10.0.0.1'), { code: 'ECONNREFUSED' }));
  request.emit('close');
  expect(await outcome).toEqual({
    kind: 'failed',
    reason: 'Cannot reach the receiver: ECONNREFUSED',
  });
});
