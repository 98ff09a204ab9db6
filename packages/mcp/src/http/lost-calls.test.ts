import { expect, test } from 'vitest';
import { answerLostCall, nameCall } from './lost-calls.ts';

const STREAM = { headers: { 'content-type': 'text/event-stream' } };
const PROGRESS = 'event: message\ndata: {"a":1}\n\n';

/** Makes the stream of an answer whose parts come one after the other. */
function toStream(...parts: readonly string[]): Response {
  return new Response(
    ReadableStream.from(parts.map((part) => new TextEncoder().encode(part))),
    STREAM,
  );
}

function ask(event: string, method = 'GET'): Response | undefined {
  const headers = { 'last-event-id': event };
  return answerLostCall(new Request('http://127.0.0.1/mcp', { method, headers }));
}

test.each([7, 'a "b"\nü', ''])(
  'a host can ask for the call %j whose stream broke off',
  async (id) => {
    const call = { method: 'tools/call', id };
    const text = await nameCall(toStream(': on\n\n', PROGRESS, PROGRESS), call).text();
    const event = /^: on\n\nid: (\S+)\nretry: 3000\nevent: message\n/u.exec(text)?.[1] ?? '';
    expect(text.endsWith(`\n${PROGRESS}${PROGRESS}`)).toBe(true);
    const answer = ask(event);
    expect(answer?.headers.get('content-type')).toBe('text/event-stream');
    const [, json = ''] =
      /^event: message\ndata: (.*)\n\n$/u.exec((await answer?.text()) ?? '') ?? [];
    expect(JSON.parse(json)).toMatchObject({
      jsonrpc: '2.0',
      id,
      error: { code: -32_000, message: expect.stringContaining('its connection broke off') },
    });
  },
);

test.each<readonly [string, unknown]>([
  ['another method', { method: 'resources/read', id: 1 }],
  ['a notification', { method: 'tools/call' }],
  ['a batch', [{ method: 'tools/call', id: 1 }]],
])('the stream of %s is sent as it is', async (_name, request) => {
  expect(await nameCall(toStream(PROGRESS), request).text()).toBe(PROGRESS);
});

test('an answer that is no stream stays the same', () => {
  const answer = Response.json({});
  expect(nameCall(answer, { method: 'tools/call', id: 1 })).toBe(answer);
});

test.each(['', 'call-', 'call-%', 'call-{}', 'call-null', 'other-1'])(
  'the event %j is none of a call',
  (event) => {
    expect(ask(event)).toBeUndefined();
  },
);

test('only a GET asks for a call', () => {
  expect(ask('call-1', 'DELETE')).toBeUndefined();
  expect(ask('call-1')).toBeDefined();
});
