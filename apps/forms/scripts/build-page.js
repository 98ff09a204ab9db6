// Builds the page into dist/page, unless it exists there and none of its sources has changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
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
  then() {
    // Files are compressed once here and not for every request.
    for (const file of listPageFiles()) {
      const bytes = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(bytes));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
});

function listPageFiles() {
  return listFiles(page).filter((name) => /\.(?:js|css|html|svg)$/u.test(name));
}
