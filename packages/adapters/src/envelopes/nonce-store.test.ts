import { expect, test } from 'vitest';
import { createMemoryNonceStore } from './nonce-store.ts';
import { describeNonceStore } from './testing/describe-nonce-store.ts';

describeNonceStore('the memory', {
  open(now) {
    const store = createMemoryNonceStore({ now });
    return { store, close: () => store.close() };
  },
});

test('a full store refuses, and has room again when the oldest expires', async () => {
  let time = 1_000_000;
  const store = createMemoryNonceStore({ limit: 2, now: () => time });
  const use = (nonce: string) =>
    store.use({ agentId: 'agent-1', nonce, expiresAt: time + 300_000 });
  await use('a');
  time += 5_000;
  await use('b');
  await expect(use('c')).rejects.toMatchObject({ code: 'NONCE_STORE_FULL', until: 1_300_000 });
  // The full store has not forgotten the nonce to make room for another.
  expect(await use('a')).toBe(false);
  time = 1_300_000;
  expect(await use('c')).toBe(true);
  expect(await use('b')).toBe(false);
});

test('a full store has room as soon as any nonce expires, whichever came first', async () => {
  let time = 1_000_000;
  const store = createMemoryNonceStore({ limit: 2, now: () => time });
  const use = (nonce: string, freshMs: number) =>
    store.use({ agentId: 'agent-1', nonce, expiresAt: time + freshMs });
  await use('late', 300_000);
  await use('soon', 1_000);
  await expect(use('more', 300_000)).rejects.toMatchObject({ until: 1_001_000 });
  time += 1_000;
  expect(await use('more', 300_000)).toBe(true);
  expect(await use('late', 300_000)).toBe(false);
});

test('wrong options are refused by name', () => {
  expect(() => createMemoryNonceStore({ limit: 0 })).toThrow(
    'Cannot make a nonce store because limit must be an integer from 1: current value is 0',
  );
});
