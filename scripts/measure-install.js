// Counts the packages and megabytes that a project has installed, for production and in all: `node
// scripts/measure-install.js FOLDER`, after npm has installed it. The megabytes are the sizes of
// the files, as in a container image.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Measures what a project has installed, for production and in all.
 *
 * @param {string} project The folder, after npm has installed it.
 * @returns {Installed & { names: readonly string[], all: Installed }} What production needs, with names
 *   in alphabetical order, once for each installed version; and all, with what development needs.
 */
export function measureInstall(project) {
  const { packages } = JSON.parse(
    readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8'),
  );
  const measured = Object.entries(packages).map(([path, { dev = false }]) => {
    const name = path.replace(/^.*node_modules\//u, '');
    return { name, isDev: dev, bytes: measureFolder(join(project, path)) };
  });
  const needed = measured.filter(({ isDev }) => !isDev);
  const names = needed.map(({ name }) => name).toSorted();
  return { ...sumUp(needed), names, all: sumUp(measured) };
}

/**
 * @typedef {object} Installed
 * @property {number} packages
 * @property {number} megabytes Of a million bytes, with one decimal.
 */

function sumUp(measured) {
  const bytes = measured.reduce((sum, each) => sum + each.bytes, 0);
  return { packages: measured.length, megabytes: Math.round(bytes / 1e5) / 10 };
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
