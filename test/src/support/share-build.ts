import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds after which whoever waits for the build of another builds it itself. */
const PATIENCE_MS = 30_000;

/**
 * Builds what has a name, once for all workers of a test run: whoever comes first builds it and leaves
 * it as JSON in the folder of the run, for which the others wait. Builds by itself where there is no such
 * folder.
 */
export async function shareBuild<T>(name: string, build: () => Promise<T>): Promise<T> {
  const folder = process.env['FORMWORK_TEST_BUILDS'];
  if (folder === undefined) return build();
  const file = join(folder, `${name}.json`);
  const start = Date.now();
  while (!begin(`${file}.begun`)) {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
    if (Date.now() - start > PATIENCE_MS) return build();
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

/** True for the first who begins. */
function begin(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Whole or not at all. */
function write(file: string, built: unknown): void {
  writeFileSync(`${file}.part`, JSON.stringify(built));
  renameSync(`${file}.part`, file);
}
