// Compresses the files of a built page once, and not for every request.
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { listFiles } from './when-changed.js';

/**
 * The most bytes of a file that gets a `.gz`, too: the only larger one, which makes examples of
 * patterns, is seldom loaded, and each copy of it weighs on the packages.
 */
const MAX_GZIP = 1_000_000;

/** Writes a `.br` and a `.gz` beside each text file of a page, on all cores. */
export async function compressPage(folder) {
  const files = listFiles(folder).filter((name) => /\.(?:js|css|html|svg)$/u.test(name));
  await Promise.all(files.map(compress));
}

async function compress(file) {
  const bytes = await readFile(file);
  await Promise.all([
    promisify(brotliCompress)(bytes).then((small) => writeFile(`${file}.br`, small)),
    bytes.length > MAX_GZIP
      ? undefined
      : promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}
