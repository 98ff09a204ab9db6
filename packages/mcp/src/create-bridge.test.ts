import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createBridge } from './create-bridge.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('an idle bridge looks at cards once a minute, not at every other', async () => {
  let asked = 0;
  const server = createServer(({ headers: { host } }, response) => {
    asked += 1;
    const url = `http://${host}/rpc`;
    const card = {
      name: 'a',
      capabilities: {},
      skills: [],
      supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(card));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const { port } = server.address() as AddressInfo;
  const bridge = createBridge({ agents: [{ alias: 'a', url: `http://127.0.0.1:${port}` }] });
  onTestFinished(() => bridge.close());
  // The card is read a moment after the clock of the bridge has begun.
  vi.advanceTimersByTime(5);
  expect(await bridge.agents.listTools()).toHaveLength(1);
  const first = asked;
  vi.advanceTimersByTime(60_000 - 5);
  await expect.poll(() => asked).toBeGreaterThan(first);
});
