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
  await vi.waitFor(() => expect(read()).toContain('= number'), 5_000);
  put('next.json', '{"type":"boolean"}');
  renameSync(join(folder, 'next.json'), join(folder, 'item.json'));
  await vi.waitFor(() => expect(read()).toContain('= boolean'), 5_000);
  put('item.json', '{');
  await vi.waitFor(() => expect(errors).toHaveLength(1), 5_000);
  expect(errors).toMatchObject([{ code: 'TYPEGEN_SOURCE' }]);
  put('item.json', '{"type":"null"}');
  await vi.waitFor(() => expect(read()).toContain('= null'), 5_000);
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
  await vi.waitFor(() => expect(read()).toContain('export type Other = number'), 5_000);
  await watched.close();
  const { length } = onWrite.mock.calls;
  put('item.json', '{"type":"boolean"}');
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(onWrite.mock.calls).toHaveLength(length);
});
