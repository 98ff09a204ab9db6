import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DISK_KINDS } from './small-disk.ts';

test.each(DISK_KINDS)(
  'a server is not ready behind $name, lives on, and is ready again',
  async ({ start }) => {
    const folder = mkdtempSync(join(tmpdir(), 'formwork-health-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { child, fill, clear } = await start(folder, [join(folder, 'journal'), '30000']);
    const url = String(child.ready);
    // Health checks need no credentials, unlike all other calls.
    const ask = async (path: string): Promise<unknown[]> => {
      const response = await fetch(`${url}${path}`);
      return [response.status, await response.json()];
    };
    expect(await ask('/readyz')).toEqual([200, { status: 'ok' }]);
    fill();
    await expect.poll(() => ask('/readyz')).toEqual([503, { status: 'store-unavailable' }]);
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }]);
    clear();
    await expect.poll(() => ask('/readyz')).toEqual([200, { status: 'ok' }]);
  },
);
