import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { BridgeLock } from './bridge-lock.ts';
import { readBridgeLock } from './parse-bridge-lock.ts';
import { toBridgeTexts } from './withheld-tool.ts';
import { sortKeys, writeBridgeLock } from './write-bridge-lock.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const agent = { url: 'http://a.example/', schemas: {}, tools: {} };
const lock: BridgeLock = { bridgeLock: 1, bridge: toBridgeTexts(), agents: { b: agent, a: agent } };

test('the same lock is the same text, one key a line, and nothing else is left', async () => {
  const folder = await makeFolder();
  const file = join(folder, 'bridge.lock');
  await writeBridgeLock(file, lock);
  const text = await readFile(file, 'utf8');
  const { bridge, agents } = lock;
  await writeBridgeLock(file, {
    agents: sortKeys(agents),
    bridge: sortKeys(bridge),
    bridgeLock: 1,
  });
  expect(await readFile(file, 'utf8')).toBe(text);
  expect(text).toMatch(/^\{\n {2}"bridgeLock": 1,\n {2}"agents": \{\n {4}"a": \{/u);
  expect(text.endsWith('}\n')).toBe(true);
  expect(await readdir(folder)).toEqual(['bridge.lock']);
  expect(await readBridgeLock(file)).toEqual(lock);
});

test('a lock that cannot be written leaves nothing', async () => {
  const folder = await makeFolder();
  await expect(writeBridgeLock(join(folder, 'none', 'bridge.lock'), lock)).rejects.toMatchObject({
    code: 'LOCK_UNUSABLE',
    reason: 'refused',
  });
  await expect(writeBridgeLock(folder, lock)).rejects.toMatchObject({ reason: 'refused' });
  // No unfinished file is left, neither in the folder nor beside it.
  expect(await readdir(folder)).toEqual([]);
  const begun = (await readdir(dirname(folder))).filter((name) =>
    name.startsWith(basename(folder)),
  );
  expect(begun).toEqual([basename(folder)]);
});

test('a lock that is not there is told apart from one that cannot be read', async () => {
  const folder = await makeFolder();
  await expect(readBridgeLock(join(folder, 'none'))).rejects.toMatchObject({ reason: 'missing' });
  await expect(readBridgeLock(folder)).rejects.toMatchObject({ reason: 'refused' });
});
