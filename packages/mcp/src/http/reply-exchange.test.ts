import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
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
