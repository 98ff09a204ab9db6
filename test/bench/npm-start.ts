// Measures `npm start` in a new clone with empty stores of npm and pnpm, until the demo answers. It
// takes a network, or a registry nearby.
//
//   node test/bench/npm-start.ts
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readProcess } from './servers/read-process.ts';
import { toCloneEnvironment } from './table/clone-environment.ts';
import { toFigure, type Figure } from './table/figure.ts';

const WORKSPACE = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the seconds from the command to the first answer of the demo. */
async function measure(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-cold-'));
  const clone = join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', WORKSPACE, clone]);
  const [cache, data] = [join(folder, 'cache'), join(folder, 'data')];
  const env = {
    ...toCloneEnvironment(WORKSPACE),
    PORT: '0',
    npm_config_cache: cache,
    XDG_CACHE_HOME: cache,
    XDG_DATA_HOME: data,
  };
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [url] = /http:\/\/[\w.]+:\d+/u.exec(line) ?? [];
      if (url === undefined) continue;
      const { ok } = await fetch(`${url}/.well-known/agent-card.json`);
      const seconds = (performance.now() - began) / 1000;
      if (!ok) throw new Error('The demo did not give its card');
      if (readdirSync(data).length === 0) throw new Error('pnpm used another store');
      return seconds;
    }
    throw new Error('npm start has ended');
  } finally {
    // npm does not pass signals on, so the demo that it started is stopped first.
    for (const pid of readProcess(child.pid, `task/${child.pid}/children`).split(' ')) {
      if (pid !== '') process.kill(Number(pid));
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the seconds of a cold start, once. */
export async function toFigures(): Promise<readonly Figure[]> {
  return [toFigure('npm start with empty stores', { unit: 's', ours: [await measure()] })];
}

if (import.meta.main) console.log(`${(await measure()).toFixed(1)} s`);
