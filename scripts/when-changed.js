// Runs a build step only if its sources have changed since the last time.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const WORKSPACE = dirname(dirname(fileURLToPath(import.meta.url)));

/** Lists the source files of a folder, without built files and tests. */
export function listFiles(path) {
  if (/\/(?:node_modules|dist)$/u.test(path) || /\.(?:test\.tsx?|tsbuildinfo)$/u.test(path)) {
    return [];
  }
  try {
    return readdirSync(path)
      .toSorted()
      .flatMap((name) => listFiles(join(path, name)));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}

function createStamp(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(listFiles)) {
    hash
      .update(`${relative(WORKSPACE, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Runs `build` if one of `outputs` does not exist, or if `sources` (files and folders) have changed
 * since the last time. The hash of the sources is stored in `folder` under `name`, with the paths
 * of further files that `build` returns; those have to exist as well.
 */
export async function whenChanged({ folder, name, outputs, sources }, build) {
  const stampFile = join(folder, `node_modules/.cache/${name}.stamp`);
  const stamp = createStamp([
    ...sources,
    // The lockfile counts as a source, because it contains the versions of all dependencies.
    join(WORKSPACE, 'pnpm-lock.yaml'),
    fileURLToPath(import.meta.url),
  ]);
  const [before, ...made] = existsSync(stampFile)
    ? readFileSync(stampFile, 'utf8').split('\n')
    : [];
  if (before === stamp && [...outputs, ...made].every((file) => existsSync(file))) return;
  const paths = (await build()) ?? [];
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, [stamp, ...paths].join('\n'));
}
