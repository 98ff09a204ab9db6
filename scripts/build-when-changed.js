// Builds with Vite what packages serve to browsers, unless nothing changed that it is made of.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = dirname(dirname(fileURLToPath(import.meta.url)));

/** Files of a folder, without what is built and what tests it. */
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
      .update(`${relative(workspace, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Builds `folder/vite.config.ts` if `output` is not there, or `sources` (files and folders) are not
 * what they were. `then` is run after a build.
 */
export async function buildWhenChanged({ folder, name, output, sources, then }) {
  const stampFile = join(folder, `node_modules/.cache/${name}.stamp`);
  const stamp = createStamp([
    ...sources,
    join(folder, 'vite.config.ts'),
    // The versions of all that is in it.
    join(workspace, 'pnpm-lock.yaml'),
    fileURLToPath(import.meta.url),
  ]);
  const isBuilt =
    existsSync(output) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isBuilt) return;
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({ configFile: join(folder, 'vite.config.ts'), mode: 'production', logLevel: 'warn' });
  await then?.();
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}
