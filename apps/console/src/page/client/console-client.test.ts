import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConsoleClient } from './console-client.ts';

test.each(['headers', 'body'])(
  'a server that is gone before its %s is not waited for',
  async (part) => {
    const server = createServer((_request, response) => {
      if (part === 'body') response.writeHead(200).write('{"numbers":');
      server.emit('asked');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      fetch(new URL(path, `http://127.0.0.1:${port}`), init),
    );
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
      server.closeAllConnections();
      server.close();
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const request = once(server, 'asked');
    const answer = new ConsoleClient(() => undefined).read('overview');
    await request;
    vi.advanceTimersByTime(30_000);
    await expect(answer).rejects.toMatchObject({
      status: 0,
      message: 'The server does not answer.',
    });
  },
);
