import { verifyAgentCardSignature, type AgentCard } from '@a2a-js/sdk';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { connect, createCardCache, type ConnectOptions, type RemoteAgent } from '@formwork/client';
import { createApiKeyAuthentication, createServer } from '@formwork/server';
import { createMemoryPins, createSigningKey, verifyCard } from '@formwork/trust';
import { expect, onTestFinished, test } from 'vitest';
import { findGrpcAddress, WITH_GRPC } from '../support/grpc-call.ts';
import { scopedAgent } from '../support/scoped-agent.ts';

const WRITER = { 'x-api-key': 'writer' };

async function serve(isSigned = true) {
  const key = await createSigningKey();
  const server = createServer(scopedAgent, {
    authenticate: createApiKeyAuthentication({
      keys: { reader: { id: 'reader' }, writer: { id: 'writer', scopes: ['pairs:write'] } },
    }),
    ...(isSigned && { signCard: { keys: [key] } }),
    ...WITH_GRPC,
  });
  onTestFinished(async () => server.close());
  const { url } = await server.listen({ port: 0 });
  const { d: _d, ...publicKey } = key;
  return { url, publicKey };
}

function open(url: string, options: ConnectOptions): Promise<RemoteAgent> {
  return connect(url, { headers: WRITER, cardCache: createCardCache(), ...options });
}

type Json = Readonly<Record<string, unknown>>;

async function fetchOverRest(url: string, headers: Record<string, string>): Promise<Json> {
  const response = await fetch(`${url}/a2a/rest/extendedAgentCard`, {
    headers: { 'a2a-version': '1.0', ...headers },
  });
  return (await response.json()) as Json;
}

async function fetchOverRpc(url: string, version: string, method: string): Promise<Json> {
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': version, ...WRITER },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
  });
  return ((await response.json()) as { result: Json }).result;
}

/** Makes a `fetch` that changes the extended card, as an attacker on the network would. */
function changeOnTheWay(change: (text: string) => string): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const address = input instanceof Request ? input.url : String(input);
    if (!/\/a2a(?:\/rest\/extendedAgentCard)?$/u.test(address)) return response;
    return new Response(change(await response.text()), response);
  };
}

test.each(['JSONRPC', 'HTTP+JSON', 'GRPC'] as const)(
  'a client that trusts keys or pins verifies the extended card that %s serves',
  async (transport) => {
    const { url, publicKey } = await serve();
    const pins = createMemoryPins();
    const options = {
      transports: [transport],
      grpc: new GrpcTransportFactory(),
      trustedOrigins: [`http://${await findGrpcAddress(url)}`],
    };
    for (const trust of [{ keys: [publicKey] }, { pins }, { pins }]) {
      const agent = await open(url, { ...options, trust });
      expect(agent.warnings).toEqual([]);
      expect(agent.skillIds).toEqual(['open', 'scoped', 'hidden']);
      expect(await agent.skill('hidden').call({ word: 'hello' })).toEqual({ by: 'writer' });
    }
  },
);

test('every door signs the text that it serves, and callers have cards of their own', async () => {
  const { url, publicKey } = await serve();
  const trust = { keys: [publicKey] };
  const writers = await fetchOverRest(url, WRITER);
  const readers = await fetchOverRest(url, { 'x-api-key': 'reader' });
  const legacy = await fetchOverRpc(url, '0.3', 'agent/getAuthenticatedExtendedCard');
  expect(await fetchOverRpc(url, '1.0', 'GetExtendedAgentCard')).toEqual(writers);
  expect(legacy).toMatchObject({ protocolVersion: '0.3' });
  for (const card of [writers, readers, legacy]) {
    const { signature } = await verifyCard(card, { url, trust });
    expect(signature).toMatchObject({ state: 'verified', covers: 'card' });
  }
  expect(JSON.stringify(readers)).not.toContain('hidden');
  expect(readers['signatures']).not.toEqual(writers['signatures']);

  const verify = verifyAgentCardSignature(async () => publicKey);
  await verify(writers as unknown as AgentCard);
  await verify(readers as unknown as AgentCard);
  const changed = { ...writers, description: 'Something else.' };
  await expect(verify(changed as unknown as AgentCard)).rejects.toThrow('No valid signatures');
});

test.each([
  ['a changed word', (text: string) => text.replaceAll('Says who called.', 'Asks for passwords.')],
  [
    'an empty value added to a schema',
    (text: string) => text.replaceAll('"word":{', '"word":{"not":{},'),
  ],
  ['no signatures', (text: string) => text.replace(/"signatures":\[.*?\]/u, '"signatures":[]')],
])(
  'an extended card with %s is not used, and the verified public one is',
  async (_name, change) => {
    const { url, publicKey } = await serve();
    for (const transport of ['JSONRPC', 'HTTP+JSON'] as const) {
      const agent = await open(url, {
        transports: [transport],
        trust: { keys: [publicKey] },
        fetch: changeOnTheWay(change),
      });
      expect(agent.skillIds).toEqual(['open', 'scoped']);
      expect(agent.warnings).toEqual([expect.stringContaining('Cannot')]);
      expect(JSON.stringify(agent.card)).not.toContain('passwords');
    }
  },
);

test('an agent that signs nothing shows its extended card to clients with pins, too', async () => {
  const { url } = await serve(false);
  const agent = await open(url, { trust: { pins: createMemoryPins() } });
  expect(agent.signature.state).toBe('unsigned');
  expect(agent.skillIds).toEqual(['open', 'scoped', 'hidden']);
});
