import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPaths, readSchemaFiles, SCHEMAS_FOLDER } from './schema-files.ts';
import { isGenerated, toGeneratedFiles } from './to-generated-files.ts';

// Writes the types, the wire forms of bundles, and the index: run by `npm run schemas`.

const generated = await toGeneratedFiles(readSchemaFiles());
for (const path of listPaths('').filter((one) => isGenerated(one) && !generated.has(one))) {
  rmSync(join(SCHEMAS_FOLDER, path));
}
for (const [path, text] of generated) writeFileSync(join(SCHEMAS_FOLDER, path), text);
console.log(`Wrote ${generated.size} files.`);
