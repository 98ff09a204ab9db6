import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Files that were built, by name, and the modules that are in them, as paths. */
export interface BuiltPage {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly modules: readonly string[];
}

/** How a build is handed on: bytes are in base64. */
interface WrittenPage {
  readonly files: readonly (readonly [string, string])[];
  readonly modules: readonly string[];
}

/** Milliseconds after which whoever waits for the build of another builds it itself. */
const PATIENCE_MS = 30_000;

/**
 * Builds what has a name, once for all workers of a test run: whoever comes first builds it and leaves
 * it in the folder of the run, for which the others wait. Builds by itself where there is no such folder.
 */
export async function shareBuild(
  name: string,
  build: () => Promise<BuiltPage>,
): Promise<BuiltPage> {
  const folder = process.env['FORMWORK_TEST_BUILDS'];
  if (folder === undefined) return build();
  const file = join(folder, `${name}.json`);
  const start = Date.now();
  while (!begin(`${file}.begun`)) {
    if (existsSync(file)) return read(file);
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

function read(file: string): BuiltPage {
  const { files, modules }: WrittenPage = JSON.parse(readFileSync(file, 'utf8'));
  return {
    files: new Map(files.map(([name, bytes]) => [name, Buffer.from(bytes, 'base64')])),
    modules,
  };
}

/** Whole or not at all. */
function write(file: string, { files, modules }: BuiltPage): void {
  const written: WrittenPage = {
    files: [...files].map(([name, bytes]) => [name, bytes.toString('base64')]),
    modules,
  };
  writeFileSync(`${file}.part`, JSON.stringify(written));
  renameSync(`${file}.part`, file);
}
