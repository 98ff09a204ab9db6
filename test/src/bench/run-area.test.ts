import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArea } from '../../bench/table/run-area.ts';
import { getProgram } from '../support/programs/get-program.ts';
import { PS } from '../support/programs/programs.ts';

const ps = await getProgram(PS);

const UNAVAILABLE = new URL('../../bench/table/unavailable-error.ts', import.meta.url).href;

/** Benchmarks that end in every way, by name. */
const PROGRAMS = {
  // The figure is NaN, which must not become another value on its way.
  measured: `export const toFigures = async () => [
    { name: process.env.NAME, unit: 'ms', ours: NaN, spread: [1, 2] }]; setInterval(() => {}, 1000);`,
  broken: `export const toFigures = () => { throw new Error('no port'); };`,
  dead: `console.error('out of memory'); process.exit(9);`,
  away: `import { UnavailableError } from '${UNAVAILABLE}';
    export const toFigures = () => { throw new UnavailableError('no server'); };`,
} as const;

test('an area ends with its figures, or with the reason why there are none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-areas-'));
  try {
    const run = (name: keyof typeof PROGRAMS) => {
      const program = join(folder, `${name}.mjs`);
      writeFileSync(program, PROGRAMS[name]);
      return runArea({ program, settings: { NAME: 'p50' }, seconds: 20 });
    };
    expect(await Promise.all([run('measured'), run('broken'), run('dead'), run('away')])).toEqual([
      { kind: 'measured', figures: [{ name: 'p50', unit: 'ms', ours: NaN, spread: [1, 2] }] },
      { kind: 'crashed', reason: 'no port' },
      { kind: 'crashed', reason: 'ended with 9: out of memory' },
      { kind: 'skipped', reason: 'no server' },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an area that never ends is stopped, with what it started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-areas-'));
  try {
    const program = join(folder, 'endless.mjs');
    const file = join(folder, 'pid');
    writeFileSync(
      program,
      `import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      writeFileSync(process.env.FILE, String(spawn('sleep', ['60']).pid));
      await new Promise(() => setInterval(() => {}, 1000));`,
    );
    expect(await runArea({ program, settings: { FILE: file }, seconds: 3 })).toEqual({
      kind: 'crashed',
      reason: 'took longer than 3 s',
    });
    const pid = Number(readFileSync(file, 'utf8'));
    // Nobody may have asked yet how the process ended, and until then it is a zombie.
    await expect.poll(() => readState(pid)).toMatch(/^[ZX]?$/u);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Returns the letter of a process's state, `''` if there is no such process. */
function readState(pid: number): string {
  try {
    process.kill(pid, 0);
  } catch {
    return '';
  }
  const { file, env } = ps;
  const { stdout } = spawnSync(file, ['-o', 'stat=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return stdout.slice(0, 1);
}
