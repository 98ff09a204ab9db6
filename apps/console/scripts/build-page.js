// Builds the page into dist/page, unless it exists there and none of its sources has changed.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhenChanged } from '../../../scripts/build-when-changed.js';
import { compressPage } from '../../../scripts/compress-page.js';

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
    join(dirname(folder), 'forms/vite.config.ts'),
    join(dirname(folder), 'forms/src/page/loading'),
    join(dirname(folder), 'forms/src/server/slash-script.ts'),
    ...['client', 'react', 'schema'].map((name) => join(packages, name)),
  ],
  then: () => compressPage(page),
});
