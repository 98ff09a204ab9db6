// Builds the element <formwork-form> into dist/element, unless nothing changed that it is made of.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { buildWhenChanged } from '../../../scripts/build-when-changed.js';

const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = dirname(folder);
const output = join(folder, 'dist/element/element.js');

await buildWhenChanged({
  folder,
  name: 'element',
  output,
  sources: [
    join(folder, 'src/element'),
    fileURLToPath(import.meta.url),
    ...['client', 'core', 'react', 'schema'].map((name) => join(packages, name)),
  ],
  async then() {
    // Compressed once here and not when a server starts, because Brotli takes a second.
    const bytes = await readFile(output);
    await Promise.all([
      promisify(brotliCompress)(bytes).then((small) => writeFile(`${output}.br`, small)),
      promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${output}.gz`, small)),
    ]);
  },
});
