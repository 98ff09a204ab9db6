import type {
  JSONRPCMessage,
  JSONRPCResultResponse,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import { expect, test, vi } from 'vitest';
import { readRaw, TappedProcess, TappedTransport } from './tapped-transport.ts';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' } as const;
const TOOLS = { tools: [{ name: 5 }] };

/** Opens a tapped transport over one that notes what it sends, and receives what a test says. */
function open(send: () => Promise<void> = () => Promise.resolve()) {
  const sent: (TransportSendOptions | undefined)[] = [];
  const inner: Transport = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send(_message, options) {
      sent.push(options);
      return send();
    },
  };
  const transport = new TappedTransport(inner);
  const received: JSONRPCMessage[] = [];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
  transport.onmessage = (message) => void received.push(message);
  const answer = (result: JSONRPCResultResponse['result']): void =>
    inner.onmessage?.({ jsonrpc: '2.0', id: 1, result });
  const readLast = (): unknown => {
    const last = received.at(-1);
    return last !== undefined && 'result' in last ? last.result : last;
  };
  return { inner, transport, sent, answer, readLast };
}

test('a list reaches the client as the server sent it, beside one without tools', async () => {
  const { transport, answer, readLast } = open();
  await transport.send(LIST);
  answer({ ...TOOLS, nextCursor: 'more' });
  expect(readLast()).toMatchObject({ tools: [], nextCursor: 'more' });
  expect(readRaw(readLast())).toEqual({ ...TOOLS, nextCursor: 'more' });
});

test.each<[string, (opened: ReturnType<typeof open>) => Promise<void> | void]>([
  ['was answered', ({ answer }) => answer(TOOLS)],
  [
    'was refused',
    ({ inner }) => inner.onmessage?.({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } }),
  ],
  [
    'was canceled by a notification',
    ({ transport }) =>
      transport.send({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 1 },
      }),
  ],
  ['has lost its stream', ({ sent }) => sent[0]?.onRequestStreamEnd?.()],
])('a list that %s is waited for no more', async (_how, end) => {
  const opened = open();
  await opened.transport.send(LIST);
  await end(opened);
  opened.answer(TOOLS);
  expect(opened.readLast()).toEqual(TOOLS);
});

test('a list that was aborted is waited for no more, and its stream ends in silence', async () => {
  const { transport, sent, answer, readLast } = open();
  const request = new AbortController();
  await transport.send(LIST, { requestSignal: request.signal });
  request.abort();
  sent[0]?.onRequestStreamEnd?.();
  expect(readLast()).toBeUndefined();
  answer(TOOLS);
  expect(readLast()).toEqual(TOOLS);
});

test('a list that could not be sent is waited for no more', async () => {
  const fault = new Error('away');
  const { transport, answer, readLast } = open(() => Promise.reject(fault));
  await expect(transport.send(LIST)).rejects.toBe(fault);
  answer(TOOLS);
  expect(readLast()).toEqual(TOOLS);
});

test('a request whose stream ends is answered with an error, unless its caller watches that', async () => {
  const { transport, sent, readLast } = open();
  await transport.send(LIST);
  sent[0]?.onRequestStreamEnd?.();
  expect(readLast()).toMatchObject({ id: 1, error: { message: 'The answer broke off' } });
  const watch = vi.fn<() => void>();
  await transport.send({ ...LIST, id: 2 }, { onRequestStreamEnd: watch });
  sent[1]?.onRequestStreamEnd?.();
  expect(watch).toHaveBeenCalledOnce();
  expect(readLast()).toMatchObject({ id: 1 });
});

test('only the transport of a program has the members by which the SDK knows one', () => {
  const { inner, transport } = open();
  expect('pid' in transport || 'stderr' in transport).toBe(false);
  expect(new TappedProcess(inner)).toMatchObject({ pid: null, stderr: null });
});
