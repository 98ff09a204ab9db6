// The rule for what every published package says about itself: its manifest and its README.md.
//
//   node scripts/release/manifests.js --write   writes the fields that follow from names.js
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readManifest } from '../supply/lockfile.js';
import { WORKSPACE } from '../when-changed.js';
import { createFields, SOURCE_SCOPE } from './names.js';
import { readPackages, readPublished } from './published.js';

/** The scripts that npm runs on somebody else's machine: `prepare` if it installs a repository. */
const HOOKS = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];

/** The range by which a package depends on another one of this workspace. */
const OURS = 'workspace:^';

/**
 * Checks everything that published packages of a workspace say about themselves.
 *
 * @param {string} root
 * @returns {string[]} A sentence for each fault, for the person who must act.
 */
export function findManifestFaults(root = WORKSPACE) {
  const { license, engines } = readManifest(root) ?? {};
  const packages = readPackages(root);
  const version = packages.find(({ manifest }) => manifest.private !== true)?.manifest.version;
  const published = packages.filter(({ manifest }) => manifest.private !== true);
  return [
    ...packages.flatMap((one) => checkVersion(one, version)),
    ...published.flatMap((one) => [
      ...checkFields(one, { license, engines, ...createFields(one.folder) }),
      ...checkTexts(one),
      ...checkCode(one, root),
      ...checkOurs(one),
    ]),
  ];
}

function checkVersion({ folder, manifest }, version) {
  if (manifest.version === undefined && manifest.private === true) return [];
  if (manifest.version === version) return [];
  return [
    `Cannot keep "version" of ${folder}/package.json because all packages must have one version, ${version}: current value is ${manifest.version}. Set it everywhere with: npm run release`,
  ];
}

function checkFields({ folder, manifest }, fields) {
  return Object.entries(fields)
    .filter(([name, value]) => !isDeepStrictEqual(manifest[name], value))
    .map(
      ([name, value]) =>
        `Cannot publish ${folder} because "${name}" of its manifest must be ${JSON.stringify(value)}: current value is ${JSON.stringify(manifest[name])}. Write it with: node scripts/release/manifests.js --write`,
    );
}

function checkTexts({ folder, manifest, readme }) {
  const { name, description = '', keywords = [] } = manifest;
  const faults = [];
  if (!name?.startsWith(`${SOURCE_SCOPE}/`))
    faults.push(`its name must begin with ${SOURCE_SCOPE}/: current value is ${name}`);
  if (description.length < 20 || description.length > 160)
    faults.push(`"description" must have 20 to 160 characters: it has ${description.length}`);
  const words = new Set(keywords.filter((word) => /^[a-z0-9][a-z0-9-]*$/u.test(word)));
  if (words.size !== keywords.length || words.size < 3 || !words.has('a2a'))
    faults.push(
      `"keywords" must be three different words or more, in small letters, with "a2a": current value is ${JSON.stringify(keywords)}`,
    );
  if (readme === undefined || !readme.startsWith(`# ${name}\n`))
    faults.push(`it must have a README.md that begins with "# ${name}"`);
  return faults.map((fault) => `Cannot publish ${folder} because ${fault}.`);
}

function checkCode({ folder, manifest }, root) {
  const { type, files = [], sideEffects, scripts = {} } = manifest;
  const faults = [];
  if (type !== 'module') faults.push(`"type" must be "module": current value is ${type}`);
  if (files.length === 0)
    faults.push('"files" must list what is published, because npm would publish everything');
  if (sideEffects !== false && !Array.isArray(sideEffects))
    faults.push(
      `"sideEffects" must be false or a list of files, because bundlers keep unused modules otherwise: current value is ${sideEffects}`,
    );
  const hooks = HOOKS.filter((name) => scripts[name] !== undefined);
  if (existsSync(join(root, folder, 'binding.gyp'))) hooks.push('binding.gyp');
  if (hooks.length > 0)
    faults.push(`nothing may run when it is installed: current value is "${hooks.join('", "')}"`);
  return faults.map((fault) => `Cannot publish ${folder} because ${fault}.`);
}

function checkOurs({ folder, manifest }) {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest;
  return Object.entries({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    .filter(([name, range]) => name.startsWith(`${SOURCE_SCOPE}/`) && range !== OURS)
    .map(
      ([name, range]) =>
        `Cannot publish ${folder} because it must depend on ${name} by "${OURS}", which packing replaces by the version: current value is ${range}.`,
    );
}

/** Writes the fields that follow from names.js into all published manifests. */
function writeFields() {
  const { license, engines } = readManifest(WORKSPACE);
  for (const { folder, manifest } of readPublished()) {
    const whole = { ...manifest, license, engines, ...createFields(folder) };
    writeFileSync(
      join(WORKSPACE, folder, 'package.json'),
      `${JSON.stringify(whole, undefined, 2)}\n`,
    );
  }
}

if (import.meta.main && process.argv.includes('--write')) {
  writeFields();
  console.log('Wrote the manifests. Next: npm run format');
}
