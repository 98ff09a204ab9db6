import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BlobStore } from '../blobs/blob-store.ts';

/** A blob store to test, on an empty storage that no other test uses. */
export interface BlobStorage {
  readonly store: BlobStore;
  /** Another instance over the same storage, as another process would have. Default: `store`. */
  another?(): Promise<BlobStore>;
  /** Removes the storage. Called once, after the test. */
  close(): Promise<void>;
}

/** A kind of blob store, which {@link describeBlobStore} tests. */
export interface BlobStoreUnderTest {
  /**
   * Opens a blob store over an empty storage; MUST give an empty one every time. Called once per
   * test.
   */
  open(): Promise<BlobStorage>;
}

const ID = 'Blob_1-a';

/** Declares the tests that every `BlobStore` must pass, in a `describe` block. */
export function describeBlobStore(name: string, subject: BlobStoreUnderTest): void {
  async function open(): Promise<{ readonly store: BlobStore; readonly other: BlobStore }> {
    const storage = await subject.open();
    onTestFinished(() => storage.close());
    return { store: storage.store, other: (await storage.another?.()) ?? storage.store };
  }

  describe(`BlobStore of ${name}`, () => {
    test.each([0, 1, 1_000, 1_000_000])('gives back %i bytes as they were', async (length) => {
      const { store, other } = await open();
      const bytes = randomBytes(length);
      await store.put(ID, bytes);
      expect(toHex(await other.get(ID))).toBe(bytes.toString('hex'));
    });

    test('keeps what it was given, whatever becomes of the buffer', async () => {
      const { store } = await open();
      const bytes = new Uint8Array([1, 2, 3]);
      await store.put(ID, bytes);
      bytes.fill(0);
      expect(toHex(await store.get(ID))).toBe('010203');
    });

    test('gives nothing for an id it does not have', async () => {
      const { store } = await open();
      expect(await store.get(ID)).toBeUndefined();
      await store.put('another', randomBytes(8));
      expect(await store.get(ID)).toBeUndefined();
    });

    test('keeps blobs apart', async () => {
      const { store, other } = await open();
      const ids = Array.from({ length: 20 }, (_, index) => `${ID}${index}`);
      await Promise.all(ids.map((id) => store.put(id, Buffer.from(id))));
      const found = await Promise.all(ids.map((id) => other.get(id)));
      expect(found.map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual(ids);
    });

    test('takes the same bytes again', async () => {
      const { store, other } = await open();
      await store.put(ID, Buffer.from('same'));
      await other.put(ID, Buffer.from('same'));
      expect(toHex(await store.get(ID))).toBe(Buffer.from('same').toString('hex'));
    });

    test('forgets what is deleted, and nothing else', async () => {
      const { store, other } = await open();
      await store.put(ID, Buffer.from('one'));
      await store.put(`${ID}2`, Buffer.from('two'));
      await other.delete(ID);
      expect(await store.get(ID)).toBeUndefined();
      expect(toHex(await store.get(`${ID}2`))).toBe(Buffer.from('two').toString('hex'));
    });

    test('deletes what is not there', async () => {
      const { store } = await open();
      await expect(store.delete(ID)).resolves.toBeUndefined();
      await store.put(ID, Buffer.from('one'));
      await store.delete(ID);
      await expect(store.delete(ID)).resolves.toBeUndefined();
    });

    test.each([
      '',
      '.',
      '..',
      '../up',
      '/root',
      'a/b',
      'a\\b',
      'a.b',
      'a\0b',
      'ü',
      'x'.repeat(129),
    ])('refuses the id %j', async (id) => {
      const { store } = await open();
      await expect(store.put(id, Buffer.from('bytes'))).rejects.toBeInstanceOf(TypeError);
      await expect(store.get(id)).rejects.toBeInstanceOf(TypeError);
      await expect(store.delete(id)).rejects.toBeInstanceOf(TypeError);
    });

    test('takes an id of 128 characters', async () => {
      const { store } = await open();
      const id = 'x'.repeat(128);
      await store.put(id, Buffer.from('bytes'));
      expect(await store.get(id)).toBeDefined();
      await store.delete(id);
      expect(await store.get(id)).toBeUndefined();
    });
  });
}

function toHex(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString('hex');
}
