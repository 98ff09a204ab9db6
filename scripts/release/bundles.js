// Bundles what a page imports, as a bundler does for users: minified, with all dependencies but
// React, and with the modules that packages have for browsers.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { WORKSPACE } from '../when-changed.js';
import { bundleByEsbuild } from './bundlers/esbuild.js';
import { bundleByRolldown } from './bundlers/rolldown.js';
import { bundleByWebpack } from './bundlers/webpack.js';

/**
 * @typedef {object} Bundle
 * @property {number} first Bytes, compressed by gzip, of the files that are loaded at once.
 * @property {number} later Bytes, compressed, of the files that are loaded later, if at all.
 * @property {Record<string, number>} parts Bytes of each package in the files that are loaded at
 *   once, neither minified nor compressed.
 * @property {readonly string[]} modules Paths of the modules in those files, relative to the
 *   workspace.
 */

/**
 * @typedef {(entry: {
 *   readonly code: string,
 *   readonly entry: string,
 *   readonly peers: RegExp,
 * }) => Promise<readonly Chunk[]>} Bundler Bundles code that stands in a file, which does not
 *   exist, without the packages that `peers` matches.
 *
 * @typedef {object} Chunk
 * @property {string} name
 * @property {string} code Minified.
 * @property {boolean} isEntry
 * @property {readonly string[]} imports The names of chunks that are loaded with this one.
 * @property {readonly (readonly [string, number])[]} modules Paths, each with its bytes here.
 */

/** @type {Readonly<Record<string, Bundler>>} */
const BUNDLERS = {
  rolldown: bundleByRolldown,
  esbuild: bundleByEsbuild,
  webpack: bundleByWebpack,
};

/** The page brings its own React. */
const PEERS = /^react(?:-dom)?(?:$|\/)/u;

/** A package of this workspace, as the imports of an entry name it. */
const OURS = /@formwork\/(?<name>[a-z0-9-]+)/u;

/**
 * Bundles code that imports packages of this workspace.
 *
 * @param {string} code
 * @param {string} [bundler] Default: rolldown, which is also Vite's.
 * @returns {Promise<Bundle>}
 */
export async function bundleImports(code, bundler = 'rolldown') {
  const { name } = OURS.exec(code).groups;
  // Node and bundlers let the modules of a package import the package by its own name.
  const entry = join(WORKSPACE, 'packages', name, 'entry-of-a-page.js');
  const chunks = await BUNDLERS[bundler]({ code: use(code), entry, peers: PEERS });
  return describe(chunks);
}

/** Uses what is imported, because a bundler leaves unused imports out. */
function use(code) {
  const names = /^import \{ (?<names>[^}]+) \}/u.exec(code)?.groups.names;
  return names === undefined ? code : `${code};\nexport { ${names} };`;
}

function describe(chunks) {
  const first = listFirst(chunks);
  const later = chunks.filter((chunk) => !first.includes(chunk));
  const rendered = first.flatMap(({ modules }) => modules).filter(([, bytes]) => bytes > 0);
  /** @type {Record<string, number>} */
  const parts = {};
  for (const [id, bytes] of rendered) {
    const part = toPackage(id);
    parts[part] = (parts[part] ?? 0) + bytes;
  }
  return {
    first: sum(first.map(toSize)),
    later: sum(later.map(toSize)),
    parts,
    modules: rendered.map(([id]) => id.replace(`${WORKSPACE}/`, '')),
  };
}

/** Lists the files that the first one imports statically, itself included. */
function listFirst(chunks) {
  const found = new Set();
  const waiting = chunks.filter(({ isEntry }) => isEntry).map(({ name }) => name);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...(chunks.find((chunk) => chunk.name === name)?.imports ?? []));
  }
  return chunks.filter(({ name }) => found.has(name));
}

function toSize({ code }) {
  return gzipSync(code, { level: 9 }).length;
}

function toPackage(id) {
  const [, installed] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(id) ?? [];
  if (installed !== undefined) return installed;
  const [, own] = /\/packages\/([^/]+)\//u.exec(id) ?? [];
  return own === undefined ? 'other' : `@formwork/${own}`;
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
