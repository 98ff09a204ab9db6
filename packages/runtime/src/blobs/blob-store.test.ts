import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeBlobStore } from '../testing/describe-blob-store.ts';
import { createFileBlobStore } from './blob-store.ts';

function createParent(): string {
  const parent = mkdtempSync(join(process.env['FORMWORK_TEST_FILES'] ?? tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  return parent;
}

describeBlobStore('createFileBlobStore()', {
  async open() {
    const parent = mkdtempSync(join(process.env['FORMWORK_TEST_FILES'] ?? tmpdir(), 'formwork-'));
    const folder = join(parent, 'blobs');
    return {
      store: createFileBlobStore({ folder }),
      another: async () => createFileBlobStore({ folder }),
      close: async () => rmSync(parent, { recursive: true }),
    };
  },
});

describe('createFileBlobStore()', () => {
  test('makes nothing before it has something to keep', async () => {
    const parent = createParent();
    const store = createFileBlobStore({ folder: join(parent, 'blobs') });
    expect(await store.get('absent')).toBeUndefined();
    await store.delete('absent');
    expect(readdirSync(parent)).toEqual([]);
  });

  test('lets nobody but the owner read', async () => {
    const folder = join(createParent(), 'blobs');
    await createFileBlobStore({ folder }).put('one', Buffer.from('secret'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'one')).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['tasks.sqlite-blobs', 0o700],
    ['blobs', 0o755],
  ])(
    'leaves an existing folder %s with its permissions or takes it from others',
    async (...row) => {
      const [name, mode] = row;
      const folder = join(createParent(), name);
      mkdirSync(folder);
      chmodSync(folder, 0o755);
      await createFileBlobStore({ folder }).put('one', Buffer.from('secret'));
      expect(statSync(folder).mode & 0o777).toBe(mode);
      expect(statSync(join(folder, 'one')).mode & 0o777).toBe(0o600);
    },
  );

  test('leaves one file per blob, and forgets what a crash has left of one', async () => {
    const folder = join(createParent(), 'blobs');
    const store = createFileBlobStore({ folder });
    await store.put('one', Buffer.from('1'));
    writeFileSync(join(folder, 'two.part'), 'hal');
    expect(await store.get('two')).toBeUndefined();
    await store.put('two', Buffer.from('whole'));
    expect(readdirSync(folder).toSorted()).toEqual(['one', 'two']);
    writeFileSync(join(folder, 'three.part'), 'hal');
    await store.delete('three');
    expect(readdirSync(folder).toSorted()).toEqual(['one', 'two']);
  });

  test('rejects with what the system says, and works again once it can', async () => {
    const parent = createParent();
    const folder = join(parent, 'between', 'blobs');
    const store = createFileBlobStore({ folder });
    await expect(store.put('one', Buffer.from('1'))).rejects.toMatchObject({ code: 'ENOENT' });
    mkdirSync(join(parent, 'between'));
    await store.put('one', Buffer.from('1'));
    expect(readdirSync(folder)).toEqual(['one']);
  });

  test('makes its folder again when somebody has taken it away', async () => {
    const folder = join(createParent(), 'blobs');
    const store = createFileBlobStore({ folder });
    await store.put('one', Buffer.from('1'));
    rmSync(folder, { recursive: true });
    await store.put('two', Buffer.from('2'));
    expect(readdirSync(folder)).toEqual(['two']);
  });

  test('refuses a folder without a name', () => {
    expect(() => createFileBlobStore({ folder: ' ' })).toThrow(
      'Cannot create a file blob store because folder must be a path: current value is " "',
    );
  });
});
