// Builds the page into dist/page, unless it exists there and none of its sources has changed.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { buildWhenChanged } from '../../../scripts/build-when-changed.js';
import { listFiles } from '../../../scripts/when-changed.js';

const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(dirname(dirname(folder)), 'packages');
const page = join(folder, 'dist/page');

await buildWhenChanged({
  folder,
  name: 'page',
  output: join(page, 'index.html'),
  sources: [
    join(folder, 'src/page'),
    fileURLToPath(import.meta.url),
    ...['client', 'core', 'documents', 'react', 'schema'].map((name) => join(packages, name)),
  ],
  async then() {
    // Files are compressed once here and not for every request, and on all cores, because Brotli
    // takes as long as the rest of the build.
    await Promise.all(listPageFiles().map(compress));
  },
});

async function compress(file) {
  const bytes = await readFile(file);
  await Promise.all([
    promisify(brotliCompress)(bytes).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}

function listPageFiles() {
  return listFiles(page).filter((name) => /\.(?:js|css|html|svg)$/u.test(name));
}
