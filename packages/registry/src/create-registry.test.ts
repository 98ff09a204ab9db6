import { expect, test } from 'vitest';
import { createRegistry } from './create-registry.ts';
import { createRegistryClient } from './registry-client.ts';

test('the functions of a registry work by themselves, and in an object with others', async () => {
  const registry = createRegistry();
  const { discover, get, check } = registry;
  expect(await discover()).toEqual({ agents: [], totalCount: 0 });
  await expect(get('agent-1')).rejects.toMatchObject({ code: 'AGENT_UNKNOWN' });
  const counted = { ...registry, check: async () => (await check()) + 1 };
  expect(await counted.check()).toBe(1);
  counted.start();
  await counted.close();
});

test('the functions of a client of a registry work by themselves', async () => {
  // No request is made to this port, which browsers and Node refuse.
  const { discover, list } = createRegistryClient('http://127.0.0.1:1', { retry: { attempts: 1 } });
  await expect(discover()).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
  await expect(list({}, 1)).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
});
