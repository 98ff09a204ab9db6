// Builds the page for hosts of MCP into dist/view, unless nothing changed that it is made of.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhenChanged } from '../../../scripts/build-when-changed.js';

const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = dirname(folder);

await buildWhenChanged({
  folder,
  name: 'view',
  output: join(folder, 'dist/view/index.html'),
  sources: [
    join(folder, 'src/view'),
    ...['client', 'core', 'react', 'schema'].map((name) => join(packages, name)),
  ],
});
