// Imports every entry of the packages, and prints how many there are.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const entries = JSON.parse(await readFile(new URL('entries.json', import.meta.url), 'utf8'));
const failed = [];
for (const { name, kind } of entries) {
  try {
    if (kind === 'file') await readFile(fileURLToPath(import.meta.resolve(name)));
    else if (kind === 'json') await import(name, { with: { type: 'json' } });
    else if (Object.keys(await import(name)).length === 0) throw new Error('it exports nothing');
  } catch (error) {
    failed.push(`Cannot import ${name}: ${error.message}`);
  }
}
for (const line of failed) console.error(line);
console.log(`${entries.length - failed.length} of ${entries.length}`);
process.exit(failed.length === 0 ? 0 : 1);
