import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLocalFetch } from './create-agent-mcp.ts';

const PUBLIC_URL = 'http://agent.invalid:8080/base';

/** Starts a server that answers with the path of each request, and a fetch that goes to it. */
async function startLocal(): Promise<{ readonly call: typeof fetch; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.end(url);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { call: createLocalFetch(PUBLIC_URL, () => `http://127.0.0.1:${port}`), asked };
}

test.each([
  [`${PUBLIC_URL}/a2a?x=1`, '/a2a?x=1'],
  ['http://AGENT.invalid:8080/base/a2a', '/a2a'],
  [PUBLIC_URL, '/'],
])('%s goes to the local server', async (address, path) => {
  const { call } = await startLocal();
  expect(await (await call(address)).text()).toBe(path);
  expect(await (await call(new Request(address))).text()).toBe(path);
});

test.each([
  'http://agent.invalid:8081/base/a2a',
  'https://agent.invalid:8080/base/a2a',
  'http://agent.invalid.:8080/base/a2a',
  'http://xagent.invalid:8080/base/a2a',
  'http://agent.invalid.evil.invalid:8080/base/a2a',
  'http://agent.invalid:8080@evil.invalid/base/a2a',
  'http://agent.invalid:8080/basement/a2a',
  'http://agent.invalid:8080/base/../a2a',
])('%s is another address', async (address) => {
  const { call, asked } = await startLocal();
  await expect(call(address)).rejects.toThrow(/fetch failed|Failed to parse URL|credentials/u);
  expect(asked).toEqual([]);
});
