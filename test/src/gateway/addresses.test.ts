import type { FormsOptions } from '@formwork/forms';
import { createGatewaySource } from '@formwork/react';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { listen, startRawAgent } from '../support/raw-agent.ts';
import { post, startForms } from './start-forms.ts';

type Lookup = NonNullable<FormsOptions['lookup']>;

/** A server on this machine that no request may reach, with a count of its connections. */
interface Trap {
  readonly port: number;
  readonly connections: () => number;
}

async function startTrap(host = '127.0.0.1'): Promise<Trap> {
  let connections = 0;
  const server = createServer((_request, response) => void response.end('{}'));
  server.on('connection', () => (connections += 1));
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

function answer(...addresses: string[]): Lookup {
  const found: LookupAddress[] = addresses.map((address) => ({ address, family: 4 }));
  return (_name, _options, callback) => callback(null, found);
}

const REFUSED = { code: 'CONNECT_FAILED', reason: 'ADDRESS_REFUSED' };

test.each([
  '127.0.0.1',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '017700000001',
  '0177.0.0.1',
  '0.0.0.0',
  '0',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  'localhost',
  'LOCALHOST',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '100.100.100.200',
  '10.0.0.1',
  '192.168.1.1',
])('a page cannot have %s called that is on no list', async (host) => {
  const trap = await startTrap();
  const { api } = await startForms({ mode: 'many' });
  const { status, body } = await post(`${api}/describe`, { agent: `http://${host}:${trap.port}` });
  expect({ status, error: body?.['error'] }).toMatchObject({ status: 403, error: REFUSED });
  expect(trap.connections()).toBe(0);
});

test('who is on this machine is called by a name of it where that is allowed, and by no other', async () => {
  const url = await startRawAgent(() => undefined);
  const { port } = new URL(url);
  const { api } = await startForms({
    mode: 'many',
    allowAddresses: 'local',
    lookup: answer('127.0.0.1'),
  });
  for (const host of ['127.0.0.1', 'localhost', 'agent.localhost']) {
    expect(await post(`${api}/describe`, { agent: `http://${host}:${port}` })).toMatchObject({
      status: 200,
    });
  }
  for (const host of ['evil.example', '10.0.0.1']) {
    const { body } = await post(`${api}/describe`, { agent: `http://${host}:${port}` });
    expect(body?.['error']).toMatchObject(REFUSED);
  }
});

test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['169.254.169.254']]])(
  'a name that leads to %j is refused, and where it leads is not told',
  async (addresses) => {
    const trap = await startTrap();
    const { api, logged } = await startForms({ mode: 'many', lookup: answer(...addresses) });
    const agent = `http://evil.example:${trap.port}`;
    const { body, text } = await post(`${api}/describe`, { agent });
    expect(body?.['error']).toMatchObject(REFUSED);
    for (const address of addresses) expect(text).not.toContain(address);
    expect(trap.connections()).toBe(0);
    expect(logged).toEqual([]);
  },
);

test('a name that changes its mind is checked with every connection', async () => {
  const url = await listen((_request, response) => {
    response.writeHead(200, { connection: 'close' }).end(toCard('http://moving.localhost'));
  });
  let address = '127.0.0.1';
  const lookup: Lookup = (_name, _options, callback) => callback(null, [{ address, family: 4 }]);
  const { api } = await startForms({ mode: 'many', allowAddresses: 'local', lookup });
  const agent = `http://moving.localhost:${new URL(url).port}`;
  expect(await post(`${api}/describe`, { agent })).toMatchObject({ status: 200 });
  address = '10.0.0.1';
  const { body } = await post(`${api}/describe`, { agent });
  expect(body?.['error']).toMatchObject(REFUSED);
});

test.each(['http://10.0.0.1/card.json', 'http://169.254.169.254/latest/meta-data/', 'trap'])(
  'a redirect of the card to %s is refused, also of an agent on the list',
  async (place) => {
    const trap = await startTrap();
    const target = place === 'trap' ? `http://127.0.0.1:${trap.port}/card.json` : place;
    const redirect: RequestListener = (_request, response) => {
      response.writeHead(302, { location: target }).end();
    };
    const { port } = new URL(await listen(redirect));
    const agent = `http://inside.example:${port}`;
    const { api } = await startForms({
      mode: 'many',
      agents: [{ url: agent }],
      lookup: answer('127.0.0.1'),
    });
    const { body } = await post(`${api}/describe`, { agent });
    expect(body?.['error']).toMatchObject(REFUSED);
    expect(trap.connections()).toBe(0);
  },
);

test('a card cannot lead calls to an address inside', async () => {
  const trap = await startTrap();
  const door = `http://127.0.0.1:${trap.port}/a2a`;
  const { port } = new URL(await listen((_request, response) => void response.end(toCard(door))));
  const agent = `http://inside.example:${port}`;
  const { api } = await startForms({
    mode: 'many',
    agents: [{ url: agent }],
    lookup: answer('127.0.0.1'),
  });
  const source = createGatewaySource(api, agent);
  await source.describe();
  const events = await collect(source.send({ kind: 'text', messageId: 'm', text: 'x' }));
  expect(events.at(-1)).toMatchObject({ kind: 'failure', reason: 'ADDRESS_REFUSED' });
  expect(trap.connections()).toBe(0);
});

test('nobody is called who is not listed where only those are allowed', async () => {
  const trap = await startTrap();
  const { api } = await startForms({
    mode: 'many',
    agents: [{ url: 'https://agents.example' }],
    allowAddresses: 'listed',
  });
  for (const path of ['describe', 'send']) {
    const message = { kind: 'text', messageId: 'm', text: 'x' };
    const agent = `http://localhost:${trap.port}`;
    expect(await post(`${api}/${path}`, { agent, message })).toMatchObject({
      status: 403,
      body: { error: { code: 'GATEWAY_REFUSED', reason: 'AGENT' } },
    });
  }
  expect(trap.connections()).toBe(0);
});

test('where every address is allowed, names may lead anywhere', async () => {
  const url = await startRawAgent(() => undefined);
  const { api } = await startForms({
    mode: 'many',
    allowAddresses: 'any',
    lookup: answer('127.0.0.1'),
  });
  const agent = `http://intranet.example:${new URL(url).port}`;
  expect(await post(`${api}/describe`, { agent })).toMatchObject({ status: 200 });
});

test.each(['file:///etc/passwd', 'http://user:secret@localhost', 'localhost:4100', 7, undefined])(
  'what is no address of an agent is refused: %j',
  async (agent) => {
    const { api } = await startForms({ mode: 'many', allowAddresses: 'any' });
    const { status, text, body } = await post(`${api}/describe`, { agent });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { reason: 'AGENT' } } });
    expect(text).not.toContain('secret');
  },
);

function toCard(door: string): string {
  return JSON.stringify({
    name: 'Inside',
    description: 'x',
    version: '1',
    supportedInterfaces: [{ url: door, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'echo', name: 'Echo', description: 'x', tags: [] }],
  });
}
