// Lists the packages of the workspace, and those among them that are published.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WORKSPACE } from '../when-changed.js';

/**
 * @typedef {object} OwnPackage A package of this workspace.
 * @property {string} folder Relative to the workspace, such as `packages/core`.
 * @property {any} manifest
 * @property {string | undefined} readme The text of its README.md.
 */

const FOLDERS = ['packages/*', 'apps/*', 'schemas', 'test'];

/**
 * Reads all packages of a workspace, in the order of their folders.
 *
 * @param {string} root
 * @returns {OwnPackage[]}
 */
export function readPackages(root = WORKSPACE) {
  const paths = globSync(
    FOLDERS.map((folder) => `${folder}/package.json`),
    { cwd: root },
  );
  return paths.toSorted().map((path) => {
    const folder = dirname(path);
    const readme = join(root, folder, 'README.md');
    return {
      folder,
      manifest: JSON.parse(readFileSync(join(root, path), 'utf8')),
      readme: existsSync(readme) ? readFileSync(readme, 'utf8') : undefined,
    };
  });
}

/**
 * Reads the packages of a workspace that are published.
 *
 * @param {string} root
 */
export function readPublished(root = WORKSPACE) {
  return readPackages(root).filter(({ manifest }) => manifest.private !== true);
}
