import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHandleCipher } from './handle-cipher.ts';
import { readHandleKey } from './read-handle-key.ts';
import { toDigest } from './task-handle.ts';

const key = new Uint8Array(32).fill(7);
const later = { principal: 'ada', expiresAt: Date.now() + 60_000 };

test('opens what it sealed, in any process with the same key', () => {
  const handle = createHandleCipher({ key }).seal({ task: 'secret-task' }, later);
  expect(handle).toMatch(/^[\w-]+$/u);
  expect(Buffer.from(handle, 'base64url').toString('latin1')).not.toContain('secret');
  const otherCipher = createHandleCipher({ key: new Uint8Array(32).fill(7) });
  expect(otherCipher.open(` ${handle}\n`, { principal: 'ada' })).toEqual({ task: 'secret-task' });
});

test('opens nothing of others, nothing changed and nothing old', () => {
  const cipher = createHandleCipher({ key });
  const handle = cipher.seal({ a: 1 }, later);
  const open = (text: string, principal = 'ada') => cipher.open(text, { principal });
  expect(() => open(handle, 'bob')).toThrow('copied exactly');
  const foreign = createHandleCipher({ key: new Uint8Array(32) }).seal({ a: 1 }, later);
  expect(() => open(foreign)).toThrow('copied exactly');
  for (let at = 0; at < handle.length; at += 1) {
    const character = handle[at] === 'A' ? 'B' : 'A';
    const changed = handle.slice(0, at) + character + handle.slice(at + 1);
    expect(() => open(changed)).toThrow('copied exactly');
  }
  for (const text of ['', 'x', `${handle}x`, 'not base64!', 'A'.repeat(10_000)]) {
    expect(() => open(text)).toThrow('copied exactly');
  }
  const old = cipher.seal({ a: 1 }, { principal: 'ada', expiresAt: Date.now() - 1000 });
  expect(() => open(old)).toThrow('must not have expired');
});

test('takes 32 bytes', () => {
  expect(() => createHandleCipher({ key: new Uint8Array(16) })).toThrow('must have 32 bytes');
});

test('keeps its key in a file of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-key-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'inner', 'key');
  const keys = await Promise.all([1, 2, 3].map(() => readHandleKey({ file })));
  expect(new Set(keys.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(1);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(file, 'utf8');
  expect(await readHandleKey({ text })).toEqual(keys[0]);
  expect(await readHandleKey({ text: Buffer.from(keys[0] ?? []).toString('base64') })).toEqual(
    keys[0],
  );
  await writeFile(file, 'short');
  await expect(readHandleKey({ file })).rejects.toThrow('must have 32 bytes');
  expect(await readHandleKey()).not.toEqual(await readHandleKey());
});

test('does not keep a key that others could read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-key-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'key');
  const exposed = await readHandleKey({ file });
  await chmod(file, 0o640);
  const next = await readHandleKey({ file });
  expect(next).not.toEqual(exposed);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readHandleKey({ file })).toEqual(next);
});

test('digests arguments whatever their order', () => {
  expect(toDigest({ a: 1, b: { c: 2, d: 3 } })).toBe(toDigest({ b: { d: 3, c: 2 }, a: 1 }));
  expect(toDigest({ a: 1 })).not.toBe(toDigest({ a: '1' }));
});
