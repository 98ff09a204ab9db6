import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLocalFetch } from './local-fetch.ts';

const PUBLIC_URL = 'http://agent.invalid:8080/base';

/** Starts a server that answers with the path and the body of each request, and a fetch to it. */
async function startLocal(
  publicUrl = PUBLIC_URL,
): Promise<{ readonly call: typeof fetch; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    asked.push([url, headers.authorization].filter(Boolean).join(' '));
    response.write(url);
    request.pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { call: createLocalFetch(publicUrl, () => `http://127.0.0.1:${port}`), asked };
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

const IPV6 = 'http://[2001:db8::1]:8080/base';

test.each([
  ['an address of IPv6 in full', IPV6, 'http://[2001:0DB8:0000:0:0:0:0:0001]:8080/base/a2a'],
  ['an address of IPv6 with another gap', IPV6, 'http://[2001:db8:0::0:1]:8080/base/a2a'],
  ['IPv4 within IPv6', 'http://[::ffff:192.0.2.1]/base', 'http://[::ffff:c000:201]/base/a2a'],
  ['IPv4 as one number', 'http://192.0.2.1/base', 'http://3221225985/base/a2a'],
  ['the usual port', 'https://agent.invalid/base', 'https://agent.invalid:443/base/a2a'],
  ['upper case', 'HTTP://Agent.INVALID:8080/base', 'http://agent.invalid:8080/base/a2a'],
  ['an encoded host', PUBLIC_URL, 'http://%61gent.invalid:8080/base/a2a'],
  ['a slash at the end', `${PUBLIC_URL}/`, `${PUBLIC_URL}/a2a`],
])('%s is the same address, spelled otherwise', async (_, publicUrl, address) => {
  const { call } = await startLocal(publicUrl);
  expect(await (await call(address)).text()).toBe('/a2a');
});

test.each([
  ['another address of IPv6', IPV6, 'http://[2001:db8::1:1]:8080/base/a2a'],
  ['IPv4 within IPv6', 'http://192.0.2.1:1/base', 'http://[::ffff:192.0.2.1]:1/base/a2a'],
  ['a host that begins alike', 'http://192.0.2.1:1/base', 'http://192.0.2.1.invalid:1/base/a2a'],
  ['a port that begins alike', 'http://agent.invalid:80/base', `${PUBLIC_URL}/a2a`],
  ['a scheme of its own', 'https://agent.invalid/base', 'wss://agent.invalid/base/a2a'],
])('%s is not the public address', async (_, publicUrl, address) => {
  const { call, asked } = await startLocal(publicUrl);
  // Real time: nothing says that an address of the internet does not answer.
  const never = AbortSignal.timeout(200);
  await expect(call(address, { signal: never })).rejects.toThrow(
    /fetch failed|timeout|unknown scheme/u,
  );
  expect(asked).toEqual([]);
});

test('a request that goes to the local server keeps its method, its headers and its body', async () => {
  const { call } = await startLocal();
  const init = { method: 'POST', body: ' and a body' };
  expect(await (await call(`${PUBLIC_URL}/a2a`, init)).text()).toBe('/a2a and a body');
  const request = new Request(`${PUBLIC_URL}/a2a`, init);
  expect(await (await call(request)).text()).toBe('/a2a and a body');
});

test('credentials in an address never reach the local server', async () => {
  const { call, asked } = await startLocal();
  const answer = await call('http://ada:secret@agent.invalid:8080/base/a2a');
  expect(await answer.text()).toBe('/a2a');
  expect(asked).toEqual(['/a2a']);
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
