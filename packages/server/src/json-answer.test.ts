import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sendJson } from './json-answer.ts';

/** Starts a server that hands each response to a function, and returns its URL. */
async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server: Server = createServer((_request, response) => answer(response));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('sendJson() sends the answers of one turn of the event loop together, each its own', async () => {
  const waiting: ServerResponse[] = [];
  const ended: boolean[] = [];
  const url = await serve((response) => {
    waiting.push(response);
    if (waiting.length < 3) return;
    // The clock stands still, because a turn that a busy machine interrupts takes long.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    for (const [index, one] of waiting.entries()) {
      sendJson(one, { index }, { status: 200 + index });
      ended.push(one.writableEnded);
    }
    clock.mockRestore();
  });
  const answers = await Promise.all([1, 2, 3].map(() => fetch(url)));
  const found = await Promise.all(answers.map(async (one) => [one.status, await one.json()]));
  expect(found.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    [200, { index: 0 }],
    [201, { index: 1 }],
    [202, { index: 2 }],
  ]);
  expect(ended).toEqual([false, false, false]);
  expect(answers.map(({ headers }) => headers.get('content-length'))).toEqual(['11', '11', '11']);
});

test('sendJson() does not let answers wait for a turn that takes long', async () => {
  const waiting: ServerResponse[] = [];
  const ended: boolean[] = [];
  const url = await serve((response) => {
    waiting.push(response);
    const [first, second] = waiting;
    if (first === undefined || second === undefined) return;
    sendJson(first, {});
    const start = performance.now();
    while (performance.now() - start < 5);
    sendJson(second, {});
    ended.push(first.writableEnded, second.writableEnded);
  });
  await Promise.all([fetch(url), fetch(url)]);
  expect(ended).toEqual([true, true]);
});

test('sendJson() throws for a value that cannot be JSON, before anything is sent', async () => {
  const url = await serve((response) => {
    expect(() => sendJson(response, { count: 1n })).toThrow(TypeError);
    sendJson(response, { error: true }, { status: 500 });
  });
  const response = await fetch(url);
  expect([response.status, await response.json()]).toEqual([500, { error: true }]);
});

test('sendJson() survives a reader that has gone', async () => {
  const url = await serve((response) => {
    response.socket?.destroy();
    sendJson(response, {});
  });
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  // The server goes on.
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});
