import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ReplyExchange } from './reply-exchange.ts';

test('what waits for the end of a exchange that is over does not wait', async () => {
  const socket = new Socket();
  const request = new IncomingMessage(socket);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  const exchange = new ReplyExchange(request, response);
  const closed = once(response, 'close');
  socket.destroy();
  await closed;
  const onEnd = vi.fn<() => void>();
  exchange.onEnd(onEnd);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(exchange.signal.aborted).toBe(true);
});

test('a host has the headers of a stream that has no event yet', async () => {
  const quiet = new ReadableStream<Uint8Array>();
  const headers = { 'content-type': 'text/event-stream' };
  const server = createServer((request, response) => {
    void new ReplyExchange(request, response).send(new Response(quiet, { headers }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => server.closeAllConnections());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  server.close();
});
