// Builds the element <formwork-form> into dist/element, unless nothing changed that it is made of.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhenChanged } from '../../../scripts/build-when-changed.js';

const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = dirname(folder);

await buildWhenChanged({
  folder,
  name: 'element',
  output: join(folder, 'dist/element/element.js'),
  sources: [
    join(folder, 'src/element'),
    ...['client', 'core', 'react', 'schema'].map((name) => join(packages, name)),
  ],
});
