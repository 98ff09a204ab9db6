import { expect, test, vi } from 'vitest';
import { sendText } from './json-answer.ts';
import { WebMessage } from './web-message.ts';
import { WebResponseWriter } from './web-response-writer.ts';
import { createStallGuard, writeEventStream } from './write-event-stream.ts';

const LARGE = 'x'.repeat(20_000);

function open(init: RequestInit = {}): WebResponseWriter {
  const request = new Request('http://localhost/a2a', init);
  return new WebResponseWriter(new WebMessage(request, {}), request.signal);
}

/** Writes a hundred large events, and tells how many were taken from their source. */
function writeLarge(reply: WebResponseWriter, stallMs = 0) {
  const facts = { taken: 0, isStopped: false };
  const events = {
    next: () => {
      facts.taken += 1;
      const step: IteratorResult<string, undefined> =
        facts.taken > 100 ? { done: true, value: undefined } : { done: false, value: LARGE };
      return Promise.resolve(step);
    },
  };
  const over = writeEventStream(reply, events, {
    heartbeatMs: 0,
    stallMs,
    toData: (event) => event,
    toErrorData: String,
    answerError: () => undefined,
    stop: () => (facts.isStopped = true),
  });
  return { facts, over };
}

test('a text becomes a response at once, and the reply is over', async () => {
  const reply = open();
  let closed = 0;
  reply.on('close', () => (closed += 1));
  reply.setHeader('Vary', 'Origin');
  reply.appendHeader('Vary', 'A2A-Version');
  sendText(reply, '"größe"', { status: 404 });
  const response = await reply.response;
  expect([response.status, response.headers.get('vary')]).toEqual([404, 'Origin, A2A-Version']);
  expect(response.headers.get('content-length')).toBe('9');
  expect(await response.text()).toBe('"größe"');
  expect([closed, reply.closed, reply.writableFinished]).toEqual([1, true, true]);
  expect(() => reply.setHeader('Vary', 'x')).toThrow('sent before');
  reply.end('more');
  expect(closed).toBe(1);
});

test('the answer to HEAD has the length of the body, and no body', async () => {
  const reply = open({ method: 'HEAD' });
  sendText(reply, '{}');
  const response = await reply.response;
  expect([response.headers.get('content-length'), response.body]).toEqual(['2', null]);
});

test('the source of a stream waits for its reader', async () => {
  const reply = open();
  const { facts, over } = writeLarge(reply);
  const { body } = await reply.response;
  const reader = body?.getReader();
  await expect.poll(() => facts.taken).toBe(4);
  // Whoever goes on without a reader would do so in one of these turns.
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect([facts.taken, reply.writableNeedDrain]).toEqual([4, true]);
  await reader?.read();
  await expect.poll(() => facts.taken).toBe(8);
  await reader?.cancel();
  await over;
  expect([facts.isStopped, reply.writableFinished, reply.writableLength]).toEqual([true, false, 0]);
});

test('a reader who takes nothing is let go after a time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const reply = open();
    createStallGuard(1_000)(undefined, reply, () => undefined);
    const { over } = writeLarge(reply, 1_000);
    const { body } = await reply.response;
    await expect.poll(() => reply.writableNeedDrain).toBe(true);
    vi.advanceTimersByTime(1_000);
    await over;
    await expect(body?.getReader().read()).rejects.toThrow('broken off');
  } finally {
    vi.useRealTimers();
  }
});

test('a caller who has gone ends the stream, and gets no answer before it', async () => {
  const caller = new AbortController();
  const reply = open({ signal: caller.signal });
  const { facts, over } = writeLarge(reply);
  const { body } = await reply.response;
  caller.abort(new Error('gone'));
  await over;
  expect(facts.isStopped).toBe(true);
  await expect(body?.getReader().read()).rejects.toThrow('gone');
  const late = open({ signal: caller.signal });
  expect([late.closed, (await late.response).status]).toEqual([true, 499]);
  sendText(late, '{}');
});

test('a stream that ends hands on what is left, and then closes', async () => {
  const reply = open();
  let isClosed = false;
  reply.once('close', () => (isClosed = true));
  reply.writeHead(200);
  reply.write('one ');
  reply.write('two');
  reply.end();
  expect(isClosed).toBe(false);
  expect(await (await reply.response).text()).toBe('one two');
  expect([isClosed, reply.writableFinished]).toEqual([true, true]);
});
