import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchTypes, type TypesWatch } from './watch-types.ts';

let folder = '';
let watched: TypesWatch | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'typegen-'));
});
afterEach(async () => {
  await watched?.close();
  rmSync(folder, { recursive: true });
});

function put(path: string, type: string): void {
  writeFileSync(join(folder, path), type);
}

function read(): string {
  return readFileSync(join(folder, 'types.ts'), 'utf8');
}

test('watchTypes generates again when a file changes, also when it is replaced', async () => {
  put('item.json', '{"type":"string"}');
  const states: string[] = [];
  const errors: unknown[] = [];
  watched = await watchTypes(
    [{ source: join(folder, 'item.json'), file: join(folder, 'types.ts') }],
    {
      onWrite: ({ state }) => states.push(state),
      onError: (error) => errors.push(error),
      debounceMs: 10,
    },
  );
  expect(states).toEqual(['written']);
  put('item.json', '{"type":"number"}');
  await expect.poll(read).toContain('= number');
  put('next.json', '{"type":"boolean"}');
  renameSync(join(folder, 'next.json'), join(folder, 'item.json'));
  await expect.poll(read).toContain('= boolean');
  put('item.json', '{');
  await expect.poll(() => errors).toHaveLength(1);
  expect(errors).toMatchObject([{ code: 'TYPEGEN_SOURCE' }]);
  put('item.json', '{"type":"null"}');
  await expect.poll(read).toContain('= null');
});

test('watchTypes sees new files of a folder, and ends with close', async () => {
  mkdirSync(join(folder, 'inner'));
  put('item.json', '{"type":"string"}');
  const onWrite = vi.fn<() => void>();
  watched = await watchTypes([{ source: folder, file: join(folder, 'types.ts') }], {
    onWrite,
    onError: (error) => expect.unreachable(String(error)),
    debounceMs: 10,
  });
  put('inner/other.json', '{"type":"number"}');
  await expect.poll(read).toContain('export type Other = number');
  await watched.close();
  const { length } = onWrite.mock.calls;
  // A watch that begins later writes what has changed.
  const later = vi.fn<() => void>();
  watched = await watchTypes([{ source: folder, file: join(folder, 'later.ts') }], {
    onWrite: later,
    onError: (error) => expect.unreachable(String(error)),
    debounceMs: 50,
  });
  put('item.json', '{"type":"boolean"}');
  await expect.poll(() => readFileSync(join(folder, 'later.ts'), 'utf8')).toContain('boolean');
  expect(onWrite.mock.calls).toHaveLength(length);
});
