// Reads from the lockfile, the manifests and the installed packages which packages the users of the
// published ones install, and which of those are bundled into pages.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const WORKSPACE = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {object} Component A package of somebody else, in one version.
 * @property {string} key Name and version, as the lockfile has them.
 * @property {string} name
 * @property {string} version
 * @property {string | undefined} integrity
 * @property {string | undefined} deprecated
 * @property {string | undefined} node The range of versions of Node that it runs on. Absent: any.
 * @property {boolean} isForOthers True for a package of other platforms, which is not installed here.
 * @property {string | undefined} license As its own manifest says. Absent: it says none, or is not installed.
 * @property {string | undefined} homepage
 * @property {readonly string[]} installScripts Names of the scripts that npm runs when it is installed.
 * @property {readonly string[]} dependsOn Keys.
 *
 * @typedef {object} Published A package of this workspace that is published.
 * @property {string} name
 * @property {string} version
 * @property {string} license
 * @property {readonly string[]} dependsOn Keys of components, and names of published packages.
 *
 * @typedef {object} Supply
 * @property {object} lockfile
 * @property {string | undefined} node The range of versions of Node that the workspace supports.
 * @property {readonly { path: string, manifest: object }[]} manifests Of every package of the workspace.
 * @property {readonly Published[]} published In the order of their names.
 * @property {readonly Component[]} components In the order of their keys.
 */

/** The scripts of a package that npm runs on the machine of everybody who installs it. */
const SCRIPTS = ['preinstall', 'install', 'postinstall'];

/**
 * Reads the lockfile and the manifests of a workspace.
 *
 * @param {string} root
 * @param {(manifest: any) => boolean} isPublished Default: true for packages that are not private.
 * @returns {Supply}
 */
export function readSupply(
  root = WORKSPACE,
  isPublished = (manifest) => manifest.private !== true,
) {
  const lockfile = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
  const manifests = Object.keys(lockfile.importers)
    .map((path) => ({ path, manifest: readManifest(join(root, path)) }))
    .filter(({ manifest }) => manifest !== undefined);
  const ours = manifests.filter(({ manifest }) => isPublished(manifest));
  const published = ours.map(({ path, manifest }) => ({
    name: manifest.name,
    version: manifest.version,
    license: manifest.license,
    dependsOn: listShipped({ root, path, manifest, importer: lockfile.importers[path] }),
  }));
  return {
    lockfile,
    node: readManifest(root)?.engines?.node,
    manifests,
    published: published.toSorted(byName),
    components: readComponents({ root, lockfile, published }),
  };
}

/**
 * Lists the packages that users of a package receive: its dependencies, and the packages that Vite
 * bundles into its pages. The manifest lists the latter as development dependencies, because nobody
 * has to install them.
 */
function listShipped({ root, path, manifest, importer }) {
  const installed = { ...importer.dependencies, ...importer.optionalDependencies };
  // The lockfile also lists optional peers, if the tests have them.
  const shipped = Object.entries(installed).filter(([name]) => !isOptionalPeer(manifest, name));
  if (existsSync(join(root, path, 'vite.config.ts'))) {
    const isInPage = ([name]) =>
      name.startsWith('@formwork/') || name === 'react' || name === 'react-dom';
    shipped.push(...Object.entries(importer.devDependencies ?? {}).filter(isInPage));
  }
  /** @type {Set<string>} */
  const names = new Set(shipped.map(([name, { version }]) => toReference(name, version)));
  names.delete(manifest.name);
  return [...names].toSorted();
}

/** True for an optional peer dependency, which is installed only for those who ask for it. */
function isOptionalPeer({ dependencies = {}, peerDependenciesMeta = {} }, name) {
  return dependencies[name] === undefined && peerDependenciesMeta[name]?.optional === true;
}

/**
 * Returns the key of a dependency: its key in the lockfile, or its name if it is a package of this
 * workspace.
 */
function toReference(name, version) {
  if (version.startsWith('link:')) return name;
  const isAlias = /^@?[^@(]+@/u.test(version);
  return isAlias ? version : `${name}@${version}`;
}

function readComponents({ root, lockfile, published }) {
  const folders = listInstalled(root);
  const ours = new Set(published.map(({ name }) => name));
  /** @type {Map<string, Component>} */
  const found = new Map();
  const waiting = published.flatMap(({ dependsOn }) => dependsOn);
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (ours.has(key) || found.has(key)) continue;
    const { dependencies = {}, optionalDependencies = {} } = lockfile.snapshots[key] ?? {};
    const manifest = lockfile.packages[withoutPeers(key)] ?? {};
    const dependsOn = Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([name]) => !isOptionalPeer(manifest, name))
      .map(([name, version]) => toReference(name, version));
    found.set(key, toComponent({ key, lockfile, folders, dependsOn }));
    waiting.push(...dependsOn);
  }
  return mergeVersions([...found.values()]);
}

function toComponent({ key, lockfile, folders, dependsOn }) {
  const id = withoutPeers(key);
  const at = id.lastIndexOf('@');
  const { resolution = {}, deprecated, engines, os, cpu, libc } = lockfile.packages[id] ?? {};
  const folder = folders.get(id);
  const manifest = folder === undefined ? undefined : readManifest(folder);
  return {
    key: id,
    name: id.slice(0, at),
    version: id.slice(at + 1),
    integrity: resolution.integrity,
    deprecated,
    node: engines?.node,
    isForOthers: folder === undefined && (os ?? cpu ?? libc) !== undefined,
    license: toLicense(manifest),
    homepage: manifest?.homepage,
    installScripts: listInstallScripts(folder, manifest),
    dependsOn: dependsOn.map(withoutPeers),
  };
}

/** Merges the entries of the same package, which the lockfile has once for each set of peers. */
function mergeVersions(/** @type {readonly Component[]} */ components) {
  /** @type {Map<string, Component>} */
  const merged = new Map();
  for (const component of components) {
    const known = merged.get(component.key)?.dependsOn ?? [];
    const dependsOn = [...new Set([...known, ...component.dependsOn])].toSorted();
    merged.set(component.key, { ...component, dependsOn });
  }
  return [...merged.values()].toSorted((one, other) =>
    one.key === other.key ? 0 : one.key < other.key ? -1 : 1,
  );
}

/** Finds the folders of all installed packages, by name and version. */
export function listInstalled(root) {
  const folders = new Map();
  const pattern = 'node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json';
  for (const path of globSync(pattern, { cwd: root })) {
    const folder = dirname(join(root, path));
    const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)$/u.exec(folder) ?? [];
    const store = relative(join(root, 'node_modules/.pnpm'), folder).split('/')[0];
    // Only the folder with the name of the package is its own; the others are links to its
    // dependencies.
    if (name === undefined || !store.startsWith(`${name.replace('/', '+')}@`)) continue;
    const { version } = readManifest(folder);
    folders.set(`${name}@${version}`, folder);
  }
  return folders;
}

function toLicense(manifest) {
  const { license, licenses } = manifest ?? {};
  if (typeof license === 'string') return license;
  // Manifests from before 2015 describe the licence as an object.
  const old = Array.isArray(licenses) ? licenses : [license];
  const types = old.map((one) => one?.type).filter((type) => typeof type === 'string');
  return types.length === 0 ? undefined : types.join(' OR ');
}

/**
 * Lists the scripts that npm runs when a package is installed.
 *
 * @returns {readonly string[]}
 */
export function listInstallScripts(folder, manifest) {
  if (folder === undefined) return [];
  const scripts = SCRIPTS.filter((name) => manifest?.scripts?.[name] !== undefined);
  // npm compiles a package with a `binding.gyp`, unless its manifest says how to install it.
  const compiles = existsSync(join(folder, 'binding.gyp')) && manifest?.gypfile !== false;
  return compiles && scripts.length === 0 ? ['binding.gyp'] : scripts;
}

/**
 * Reads the manifest of a package in a folder.
 *
 * @returns {any} `undefined` where there is none.
 */
export function readManifest(folder) {
  const path = join(folder, 'package.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

function withoutPeers(key) {
  const at = key.indexOf('(');
  return at === -1 ? key : key.slice(0, at);
}

function byName(one, other) {
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}
