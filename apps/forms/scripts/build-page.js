// Builds the page into dist/page, unless it stands there already and nothing changed that it is made of.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const workspace = dirname(dirname(folder));
const page = join(folder, 'dist/page');
const stampFile = join(folder, 'node_modules/.cache/page.stamp');

/** What the page is made of: its own sources, those of the packages in it, and their versions. */
const SOURCES = [
  join(folder, 'src/page'),
  join(folder, 'vite.config.ts'),
  join(folder, 'scripts/build-page.js'),
  ...['client', 'core', 'react'].map((name) => join(workspace, 'packages', name)),
  join(workspace, 'pnpm-lock.yaml'),
];

function listFiles(path) {
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

function createStamp() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(listFiles)) {
    hash
      .update(`${relative(workspace, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

const stamp = createStamp();
const isBuilt =
  existsSync(join(page, 'index.html')) &&
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === stamp;
if (!isBuilt) {
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({ configFile: join(folder, 'vite.config.ts'), mode: 'production', logLevel: 'warn' });
  // Once here, rather than for everybody who asks.
  for (const file of listFiles(page).filter((name) => /\.(?:js|css|html|svg)$/u.test(name))) {
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(bytes));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}
