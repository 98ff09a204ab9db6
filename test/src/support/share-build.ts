import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { WAIT_LIMIT } from './limits.ts';

/**
 * Builds a named value once for all workers of a test run. The first worker builds it and writes it
 * as JSON to the folder of the run; the others wait for that file. Without such a folder, each
 * worker builds the value itself.
 */
export async function shareBuild<T>(name: string, build: () => Promise<T>): Promise<T> {
  const folder = process.env['FORMWORK_TEST_BUILDS'];
  if (folder === undefined) return build();
  const file = join(folder, `${name}.json`);
  const start = Date.now();
  while (!begin(`${file}.begun`)) {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
    // The other worker may have been killed.
    if (Date.now() - start > WAIT_LIMIT) return build();
    await setTimeout(50);
  }
  try {
    const built = await build();
    write(file, built);
    return built;
  } catch (error) {
    rmSync(`${file}.begun`, { recursive: true });
    throw error;
  }
}

/** Marks a build as begun; returns false if another worker has done so. */
function begin(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Writes a built value to a file in one step, so that no reader finds a part of it. */
function write(file: string, built: unknown): void {
  writeFileSync(`${file}.part`, JSON.stringify(built));
  renameSync(`${file}.part`, file);
}
