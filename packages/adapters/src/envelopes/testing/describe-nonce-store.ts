import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { NonceStore, NonceUse } from '../nonce-store.ts';

/** A nonce store under test, over a storage that no other test uses. */
interface NonceStorage {
  readonly store: NonceStore;
  /**
   * Makes another nonce store over the same storage, as another process would. Default: returns
   * `store`.
   */
  another?(): NonceStore;
  /** Removes the storage; called once, after the test. */
  close(): Promise<void>;
}

/** A kind of nonce store to test with {@link describeNonceStore}. */
export interface NonceStoreUnderTest {
  /** Opens an empty storage whose clock is `now`; called once per test. */
  open(now: () => number): NonceStorage;
}

/** Declares the tests that every `NonceStore` must pass, in a `describe` block. */
export function describeNonceStore(name: string, subject: NonceStoreUnderTest): void {
  let time = 0;

  function open(): { readonly store: NonceStore; readonly other: NonceStore } {
    time = Date.now();
    const storage = subject.open(() => time);
    onTestFinished(() => storage.close());
    return { store: storage.store, other: storage.another?.() ?? storage.store };
  }

  function toUse(more: Partial<NonceUse> = {}): NonceUse {
    const nonce = randomBytes(16).toString('hex');
    return { agentId: 'agent-1', nonce, expiresAt: time + 300_000, ...more };
  }

  describe(`NonceStore of ${name}`, () => {
    test('a nonce is new once', async () => {
      const { store, other } = open();
      const use = toUse();
      expect(await store.use(use)).toBe(true);
      expect(await store.use(use)).toBe(false);
      expect(await other.use(use)).toBe(false);
      expect(await other.use({ ...use, expiresAt: use.expiresAt + 1_000 })).toBe(false);
    });

    test('of many uses at the same time one is the first', async () => {
      const { store, other } = open();
      const use = toUse();
      const all = Array.from({ length: 20 }, (_, index) => (index % 2 ? store : other).use(use));
      expect((await Promise.all(all)).filter(Boolean).length).toBe(1);
    });

    test('each agent has its own', async () => {
      const { store } = open();
      const use = toUse();
      expect(await store.use(use)).toBe(true);
      expect(await store.use({ ...use, agentId: 'agent-2' })).toBe(true);
      // Written one after the other, both pairs give the same text.
      expect(await store.use({ ...use, agentId: '1', nonce: 'aa' })).toBe(true);
      expect(await store.use({ ...use, agentId: 'a1', nonce: 'a' })).toBe(true);
    });

    test('it is kept until it expires, whatever comes in between', async () => {
      const { store } = open();
      const uses = Array.from({ length: 200 }, () => toUse());
      for (const use of uses) expect(await store.use(use)).toBe(true);
      time += 299_999;
      for (const use of uses) expect(await store.use(use)).toBe(false);
      time += 1;
      const again = { ...toUse(), nonce: uses[0]?.nonce ?? '' };
      expect(await store.use(again)).toBe(true);
      expect(await store.use(again)).toBe(false);
    });

    test('a clock that is set back lets nothing in again', async () => {
      const { store } = open();
      const use = toUse();
      expect(await store.use(use)).toBe(true);
      time -= 3_600_000;
      expect(await store.use(toUse())).toBe(true);
      expect(await store.use(use)).toBe(false);
    });
  });
}
