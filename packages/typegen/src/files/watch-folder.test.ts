import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi, type TestContext } from 'vitest';
import { watchFolder } from './watch-folder.ts';

let version = 0;

function put(path: string): void {
  version += 1;
  writeFileSync(path, `${version}`);
}

/**
 * The time without changes after which the watch reports, in milliseconds; a repeated report would
 * follow within a few times that.
 */
const DEBOUNCE_MS = 20;

/** Resolves once a watch of all files of a folder, below it too, reports what was done there. */
async function untilAllSeen(
  context: TestContext,
  { folder, act }: { readonly folder: string; readonly act: () => void },
): Promise<void> {
  const onChange = vi.fn<() => void>();
  const watched = await watchFolder(folder, {
    isRelevant: () => true,
    onChange,
    onError: (error) => expect.unreachable(String(error)),
    debounceMs: 5 * DEBOUNCE_MS,
  });
  context.onTestFinished(() => watched.close());
  act();
  await context.expect.poll(() => onChange).toHaveBeenCalled();
}

async function follow(
  context: TestContext,
  options: { readonly recursive?: boolean } = {},
): Promise<{
  readonly folder: string;
  readonly onChange: ReturnType<typeof vi.fn<() => void>>;
  /** Changes files, and resolves once the watch has reported this exactly once. */
  readonly told: (act: () => void) => Promise<void>;
}> {
  const parent = mkdtempSync(join(tmpdir(), 'typegen-watch-'));
  const folder = join(parent, 'src');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  put(join(folder, 'a.json'));
  put(join(folder, 'inner/b.json'));
  const onChange = vi.fn<() => void>();
  const watched = await watchFolder(folder, {
    isRelevant: (path) => path.endsWith('.json'),
    onChange,
    onError: (error) => expect.unreachable(String(error)),
    debounceMs: DEBOUNCE_MS,
    ...options,
  });
  context.onTestFinished(() => {
    watched.close();
    rmSync(parent, { recursive: true, force: true });
  });
  return {
    folder,
    onChange,
    told: async (act) => {
      onChange.mockClear();
      act();
      await context.expect.poll(() => onChange, { interval: 5 }).toHaveBeenCalled();
      // Real time: a repeated report would come meanwhile.
      await sleep(5 * DEBOUNCE_MS);
      expect(onChange).toHaveBeenCalledTimes(1);
    },
  };
}

describe.concurrent('watchFolder', () => {
  test('every way to save a file is told, as often as it is done', async (context) => {
    const { folder, told } = await follow(context);
    for (const name of ['a.json', 'inner/b.json', 'a.json', 'inner/b.json']) {
      const file = join(folder, name);
      await told(() => put(file));
      await told(() => {
        put(`${file}.tmp`);
        renameSync(`${file}.tmp`, file);
      });
      await told(() => {
        for (const _ of [1, 2]) {
          put(`${file}.tmp`);
          renameSync(`${file}.tmp`, file);
        }
      });
      await told(() => rmSync(file));
      await told(() => put(file));
      await told(() => {
        rmSync(file);
        put(file);
      });
    }
  });

  test('folders may come, go and change places', async (context) => {
    const { folder, told } = await follow(context);
    await told(() => {
      mkdirSync(join(folder, 'new/deep'), { recursive: true });
      put(join(folder, 'new/deep/c.json'));
    });
    await told(() => put(join(folder, 'new/deep/c.json')));
    for (const _ of [1, 2, 3]) {
      await told(() => {
        mkdirSync(join(folder, 'next'));
        put(join(folder, 'next/b.json'));
        renameSync(join(folder, 'inner'), join(folder, 'last'));
        renameSync(join(folder, 'next'), join(folder, 'inner'));
        rmSync(join(folder, 'last'), { recursive: true });
      });
      await told(() => put(join(folder, 'inner/b.json')));
      await told(() => {
        rmSync(join(folder, 'inner'), { recursive: true });
        mkdirSync(join(folder, 'inner'));
        put(join(folder, 'inner/b.json'));
      });
      await told(() => put(join(folder, 'inner/b.json')));
    }
  });

  test('the watched folder may be gone for a while', async (context) => {
    const { folder, told } = await follow(context);
    await told(() => rmSync(folder, { recursive: true }));
    await told(() => {
      mkdirSync(folder);
      put(join(folder, 'a.json'));
    });
    await told(() => put(join(folder, 'a.json')));
    await told(() => {
      mkdirSync(`${folder}2`);
      put(join(`${folder}2`, 'a.json'));
      renameSync(folder, `${folder}3`);
      renameSync(`${folder}2`, folder);
    });
    await told(() => put(join(folder, 'a.json')));
  });

  test('what does not count is not told', async (context) => {
    const { folder, onChange } = await follow(context);
    function act(): void {
      for (const name of ['node_modules/x', '.git', 'text']) {
        mkdirSync(join(folder, name), { recursive: true });
        put(join(folder, name, 'a.json.txt'));
      }
      put(join(folder, 'node_modules/x/a.json'));
      put(join(folder, '.git/a.json'));
    }
    await untilAllSeen(context, { folder, act });
    expect(onChange).not.toHaveBeenCalled();
  });

  test('a folder alone', async (context) => {
    const { folder, onChange, told } = await follow(context, { recursive: false });
    await untilAllSeen(context, { folder, act: () => put(join(folder, 'inner/b.json')) });
    expect(onChange).not.toHaveBeenCalled();
    await told(() => put(join(folder, 'a.json')));
  });
});
