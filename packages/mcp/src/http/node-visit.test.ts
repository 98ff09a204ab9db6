import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { NodeVisit } from './node-visit.ts';

test('what waits for the end of a visit that is over does not wait', async () => {
  const socket = new Socket();
  const request = new IncomingMessage(socket);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  const visit = new NodeVisit(request, response);
  const closed = once(response, 'close');
  socket.destroy();
  await closed;
  const onEnd = vi.fn<() => void>();
  visit.onEnd(onEnd);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(visit.signal.aborted).toBe(true);
});
