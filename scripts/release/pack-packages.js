// Packs the published packages as they are published: versions in place of "workspace:" and
// "catalog:", the licence, and, if wanted, another scope.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WORKSPACE } from '../when-changed.js';
import { SCOPE, SOURCE_SCOPE, toFileName, withScope } from './names.js';
import { readPublished } from './published.js';
import { changeScope } from './rescope.js';

/**
 * @typedef {object} PackedPackage
 * @property {string} name As packed.
 * @property {string} version
 * @property {string} folder Of its sources, relative to the workspace.
 * @property {string} path Of the tarball.
 */

/** Matches a scope of npm. */
const SCOPE_NAME = /^@[a-z0-9][a-z0-9._-]*$/u;

/**
 * Packs all published packages into a folder, and removes earlier tarballs of the same packages
 * from it, because packages of two versions must not stay beside each other.
 *
 * @param {string} target
 * @param {{ scope?: string }} options `scope`: that of the packed packages. Default {@link SCOPE}.
 * @returns {Promise<readonly PackedPackage[]>}
 * @throws RangeError for a scope that npm would refuse.
 */
export async function packPackages(target, { scope = SCOPE } = {}) {
  if (!SCOPE_NAME.test(scope)) {
    throw new RangeError(
      `Cannot pack packages because the scope must be like "@acme", in small letters: current value is ${JSON.stringify(scope)}.`,
    );
  }
  const published = readPublished();
  mkdirSync(target, { recursive: true });
  const packed = published.map(({ folder, manifest: { name, version } }) => {
    const own = { name: withScope(name, scope), version };
    return { ...own, folder, path: join(target, toFileName(own)) };
  });
  removeEarlier(target, [...published.map(({ manifest }) => manifest), ...packed]);
  const filters = published.flatMap(({ folder }) => ['--filter', `./${folder}`]);
  const args = ['--yes', '--prefer-offline', 'pnpm@12.21.0', '--recursive', ...filters];
  await promisify(execFile)('npx', [...args, 'pack', '--pack-destination', target], {
    cwd: WORKSPACE,
  });
  if (scope !== SOURCE_SCOPE) {
    const names = published.map(({ manifest }) => manifest.name);
    await Promise.all(
      published.map(({ manifest }, index) => {
        const from = join(target, toFileName(manifest));
        return changeScope({ from, to: packed[index].path, names, scope });
      }),
    );
  }
  return packed;
}

function removeEarlier(target, packages) {
  const stems = new Set(packages.map(({ name }) => toStem(toFileName({ name, version: '0' }))));
  for (const file of readdirSync(target)) {
    if (file.endsWith('.tgz') && stems.has(toStem(file))) rmSync(join(target, file));
  }
}

/** Returns the part of a tarball's name before the version. */
function toStem(file) {
  return file.replace(/-\d.*$/u, '');
}
