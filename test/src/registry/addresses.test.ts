import type { RegistryOptions } from '@formwork/registry';
import type { LookupAddress } from 'node:dns';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../support/raw-agent.ts';
import { startCardServer } from './card-server.ts';
import { startRegistry } from './start-registry.ts';

const ADA = { principal: { id: 'ada' } };

type Lookup = NonNullable<RegistryOptions['lookup']>;

function lookUp(...answers: readonly string[][]): Lookup {
  let count = 0;
  return (_name, _options, callback) => {
    const addresses = answers[Math.min(count, answers.length - 1)] ?? [];
    count += 1;
    const found: LookupAddress[] = addresses.map((address) => ({ address, family: 4 }));
    callback(null, found);
  };
}

const INSIDE = { code: 'AGENT_REFUSED', message: expect.stringContaining('private network') };

test.each([
  'http://127.0.0.1:PORT',
  'http://localhost:PORT',
  'http://[::1]:PORT',
  'http://[::ffff:127.0.0.1]:PORT',
  'http://2130706433:PORT',
  'http://0:PORT',
  'http://169.254.169.254/latest/meta-data',
  'http://[fd00:ec2::254]/',
  'http://10.0.0.1',
  'http://100.100.100.200',
])('%s is not reached by a registry of public agents', async (address) => {
  const server = await startCardServer();
  const { registry } = startRegistry({ allowAddresses: 'public' });
  const url = address.replace('PORT', new URL(server.url).port);
  await expect(registry.register(url, ADA)).rejects.toMatchObject(INSIDE);
  expect(server.reads()).toBe(0);
});

test.each(['local', 'public'] as const)(
  'a name that leads inside is refused where %s addresses may be called',
  async (allowAddresses) => {
    const server = await startCardServer();
    const { registry } = startRegistry({ allowAddresses, lookup: lookUp(['127.0.0.1']) });
    const url = server.url.replace('127.0.0.1', 'agents.example');
    await expect(registry.register(url, ADA)).rejects.toMatchObject(INSIDE);
    expect(server.reads()).toBe(0);
  },
);

test('a name that changes its mind between two looks is refused at the second', async () => {
  const server = await startCardServer();
  const url = server.url.replace('127.0.0.1', 'agents.example');
  // The first look-up gives a public and a private address, the second one only a private address.
  const { registry } = startRegistry({
    allowAddresses: 'public',
    lookup: lookUp(['93.184.216.34', '127.0.0.1'], ['127.0.0.1']),
  });
  await expect(registry.register(url, ADA)).rejects.toMatchObject(INSIDE);
  await expect(registry.register(url, ADA)).rejects.toMatchObject(INSIDE);
  expect(server.reads()).toBe(0);
});

test('an origin that the operator names may be anywhere, and only it', async () => {
  const [named, other] = [await startCardServer(), await startCardServer()];
  const { registry } = startRegistry({ allowAddresses: 'public', allowOrigins: [named.url] });
  expect(await registry.register(named.url, ADA)).toMatchObject({ created: true });
  await expect(registry.register(other.url, ADA)).rejects.toMatchObject(INSIDE);
});

test('a redirect to the metadata service is not followed', async () => {
  const server = await startCardServer();
  server.answer((_request, response) => {
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  });
  const { registry } = startRegistry();
  await expect(registry.register(server.url, ADA)).rejects.toMatchObject(INSIDE);
});

async function pass(url: string, response: ServerResponse): Promise<void> {
  response.end(await (await fetch(url)).text());
}

test('a proof of ownership that is redirected proves nothing', async () => {
  const elsewhere = await listen((_request, response) => {
    response.end(JSON.stringify({ owners: ['ada'] }));
  });
  const server = await startCardServer();
  const url = await listen((request, response) => {
    if (request.url === '/.well-known/agent-registry.json') {
      response.writeHead(302, { location: elsewhere }).end();
    } else {
      void pass(`${server.url}${request.url}`, response);
    }
  });
  const { registry } = startRegistry();
  const { agent } = await registry.register(url, { principal: { id: 'eve' } });
  await expect(registry.claim(agent.agentId, ADA)).rejects.toMatchObject({ code: 'NOT_OWNER' });
});
