import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createBridge } from './create-bridge.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Serves the card of an agent, and returns its port. */
async function serveCard(onAsked: () => void = () => {}): Promise<number> {
  const server = createServer(({ headers: { host } }, response) => {
    onAsked();
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
  return (server.address() as AddressInfo).port;
}

test('an idle bridge looks at cards once a minute, not at every other', async () => {
  let requests = 0;
  const port = await serveCard(() => (requests += 1));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const bridge = createBridge({ agents: [{ alias: 'a', url: `http://127.0.0.1:${port}` }] });
  onTestFinished(() => bridge.close());
  // The card is read a moment after the clock of the bridge has begun.
  vi.advanceTimersByTime(5);
  expect(await bridge.agents.listTools()).toHaveLength(1);
  const first = requests;
  vi.advanceTimersByTime(60_000 - 5);
  await expect.poll(() => requests).toBeGreaterThan(first);
});

test('an agent whose name server is silent keeps a bridge from finding no other', async () => {
  const { lookup } = dns;
  onTestFinished(() => {
    dns.lookup = lookup;
    syncBuiltinESMExports();
  });
  let whenAsked: () => void = () => {};
  const isAsked = new Promise<void>((resolve) => (whenAsked = resolve));
  // The other name is found only while the silent one is looked up.
  const answering = (name: string, ...lookupArguments: readonly unknown[]): void => {
    const answer = (): unknown => Reflect.apply(lookup, dns, [name, ...lookupArguments]);
    if (name === 'silent.example') whenAsked();
    else if (name === 'localhost') void isAsked.then(answer);
    else answer();
  };
  dns.lookup = answering as unknown as typeof dns.lookup;
  syncBuiltinESMExports();
  const port = await serveCard();
  const bridge = createBridge({
    agents: [
      { alias: 'silent', url: 'https://silent.example' },
      { alias: 'a', url: `http://localhost:${port}` },
    ],
  });
  onTestFinished(() => bridge.close());
  await expect
    .poll(async () => (await bridge.agents.listTools()).map(({ name }) => name))
    .toContain('a_ask');
});

test('a list of agents that never comes does not keep out the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  let isSilent = true;
  const listAgents = async () =>
    isSilent ? new Promise<never>(() => {}) : [{ alias: 'a', url: 'http://127.0.0.1:9' }];
  const bridge = createBridge({ agents: [], listAgents });
  onTestFinished(() => bridge.close());
  const looked = bridge.agents.look();
  await vi.advanceTimersByTimeAsync(30_000);
  await looked;
  isSilent = false;
  await bridge.agents.look();
  expect(bridge.agents.bridgeAgents.map(({ settings }) => settings.alias)).toEqual(['a']);
});
