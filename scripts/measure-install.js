// Counts the packages and megabytes that a project has installed for production: `node
// scripts/measure-install.js FOLDER`, after npm has installed it. The megabytes are the sizes of
// the files, as in a container image.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Measures what a project has installed for production.
 *
 * @param {string} project The folder, after npm has installed it.
 * @returns {{ packages: number, megabytes: number, names: readonly string[] }} Megabytes of a million
 *   bytes, with one decimal; names in alphabetical order, once for each installed version.
 */
export function measureInstall(project) {
  const { packages } = JSON.parse(
    readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8'),
  );
  const installed = Object.entries(packages).filter(([, { dev }]) => dev !== true);
  const bytes = installed.reduce((sum, [path]) => sum + measureFolder(join(project, path)), 0);
  const names = installed.map(([path]) => path.replace(/^.*node_modules\//u, '')).toSorted();
  return { packages: names.length, megabytes: Math.round(bytes / 1e5) / 10, names };
}

/**
 * Returns the size of an installed package in bytes. Packages inside it are left out, because each
 * is counted where the lockfile lists it.
 */
function measureFolder(path) {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .reduce((sum, name) => sum + measureFolder(join(path, name)), 0);
}

if (import.meta.main) {
  const [, , project = '.'] = process.argv;
  console.log(JSON.stringify(measureInstall(project)));
}
