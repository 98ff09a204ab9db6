import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSharedState } from './open-records.ts';

function createStore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-shared-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'data', 'tasks.sqlite');
}

test('processes on one store share records, and the key of handles', async () => {
  const store = createStore();
  const [one, other] = [
    await openSharedState({ store }, undefined),
    await openSharedState({ store }, undefined),
  ];
  expect(one.handleKey?.length).toBe(32);
  expect(other.handleKey).toEqual(one.handleKey);
  await one.records?.set('key', { value: 'one', ttlMs: 60_000 });
  expect(await other.records?.get('key')).toBe('one');
  await one.records?.close();
  await other.records?.close();
  // A process that starts after the others have closed finds the same key.
  const later = await openSharedState({ store }, undefined);
  expect(later.handleKey).toEqual(one.handleKey);
  await later.records?.close();
});

test('nothing is shared by tasks in memory, and no key without tools for MCP hosts', async () => {
  expect(await openSharedState({}, undefined)).toEqual({});
  expect(await openSharedState({ store: 'memory:' }, undefined)).toEqual({});
  const { records, handleKey } = await openSharedState(
    { store: createStore(), mcp: false },
    undefined,
  );
  expect([records === undefined, handleKey]).toEqual([false, undefined]);
  await records?.close();
});

test('a key that is given is used', async () => {
  const store = createStore();
  const key = randomBytes(32);
  const mcpKey = key.toString('hex');
  const { records, handleKey } = await openSharedState({ store, mcpKey }, undefined);
  expect(Buffer.from(handleKey ?? []).toString('hex')).toBe(mcpKey);
  await records?.close();
  await expect(openSharedState({ store, mcpKey: 'short' }, undefined)).rejects.toThrow(
    'Cannot read the key of handles from the environment because it must have 32 bytes',
  );
});
