import { createRegistry, type RegistryOptions } from '@formwork/registry';
import { createServer } from '@formwork/server';
import { createSigningKey, type PrivateJwk } from '@formwork/trust';
import { expect, onTestFinished, test } from 'vitest';
import { scopedAgent } from '../support/scoped-agent.ts';

async function serve(key?: PrivateJwk, port = 0) {
  const server = createServer(scopedAgent, {
    authenticate: () => ({ id: 'ada' }),
    ...(key && { signCard: { keys: [key] } }),
  });
  onTestFinished(async () => server.close());
  const { url } = await server.listen({ port });
  return { url, origin: new URL(url).origin, port: Number(new URL(url).port), server };
}

function open(options: RegistryOptions = {}) {
  const registry = createRegistry({ allowAddresses: 'local', ...options });
  onTestFinished(async () => registry.close());
  return registry;
}

const ada = { principal: { id: 'ada' } };

test('a registry says how a card is signed, since when, and refuses another key', async () => {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const registry = open({ now: () => time });
  const key = await createSigningKey();
  const { url, port, server } = await serve(key);
  const { agent } = await registry.register(url, ada);
  const pinned = { state: 'pinned', since: '2026-01-01T00:00:00.000Z', thumbprint: key.kid };
  expect(agent.signature).toEqual(pinned);

  time += 60_000 * 2;
  await registry.check();
  expect((await registry.get(agent.agentId)).signature).toEqual(pinned);

  await server.close();
  const other = await serve(await createSigningKey(), port);
  for (const state of ['refused', 'refused']) {
    time += 3_600_000 * 2;
    await registry.check();
    expect(await registry.get(agent.agentId)).toMatchObject({
      status: 'unhealthy',
      problem: expect.stringContaining('the key that was seen first'),
      signature: { state, since: '2026-01-01T02:02:00.000Z' },
    });
  }
  // The registry keeps the pinned key after the agent was removed.
  await registry.remove(agent.agentId, ada);
  await expect(registry.register(url, ada)).rejects.toThrow('the key that was seen first');

  await other.server.close();
  await serve(key, port);
  const register = async () => registry.register(url, ada).catch(() => undefined);
  // The old connection has to end first.
  await expect.poll(async () => (await register())?.agent.signature?.state).toBe('pinned');
});

test('a silent agent is not one whose signature was refused', async () => {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const registry = open({ now: () => time });
  const { url, server } = await serve(await createSigningKey());
  const { agent } = await registry.register(url, ada);
  await server.close();
  time += 120_000;
  await registry.check();
  const seen = await registry.get(agent.agentId);
  expect(seen).toMatchObject({ status: 'unhealthy', signature: { state: 'pinned' } });
});

test('cards of an origin with given keys are signed by one of them, or refused', async () => {
  const key = await createSigningKey();
  const { d: _d, ...publicKey } = key;
  const [own, stranger, unsigned] = [
    await serve(key),
    await serve(await createSigningKey()),
    await serve(),
  ];
  const registry = open({
    cardKeys: { [own.origin]: [publicKey], [stranger.origin]: [publicKey] },
  });
  const { agent } = await registry.register(own.url, ada);
  expect(agent.signature).toMatchObject({ state: 'verified', thumbprint: key.kid });
  await expect(registry.register(stranger.url, ada)).rejects.toThrow('one of the keys you gave');
  const { agent: plain } = await registry.register(unsigned.url, ada);
  expect(plain.signature).toEqual({ state: 'unsigned', since: expect.any(String) });
  expect(() => createRegistry({ cardKeys: { nowhere: [publicKey] } })).toThrow('cardKeys');
});
