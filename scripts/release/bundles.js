// Bundles what a page imports, as a bundler does for users: minified, with all dependencies but
// React, and with the modules that packages have for browsers.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { WORKSPACE } from '../when-changed.js';

/**
 * @typedef {object} Bundle
 * @property {number} first Bytes, compressed by gzip, of the files that are loaded at once.
 * @property {number} later Bytes, compressed, of the files that are loaded later, if at all.
 * @property {Record<string, number>} parts Bytes of each package in the files that are loaded at
 *   once, neither minified nor compressed.
 * @property {readonly string[]} modules Paths of the modules in those files, relative to the
 *   workspace.
 */

/** The page brings its own React. */
const PEERS = /^react(?:-dom)?(?:$|\/)/u;

/** A package of this workspace, as the imports of an entry name it. */
const OURS = /@formwork\/(?<name>[a-z0-9-]+)/u;

/**
 * Bundles code that imports packages of this workspace.
 *
 * @param {string} code
 * @returns {Promise<Bundle>}
 */
export async function bundleImports(code) {
  const { name } = OURS.exec(code).groups;
  // Node and bundlers let the modules of a package import the package by its own name.
  const entry = join(WORKSPACE, 'packages', name, 'entry-of-a-page.js');
  const bundler = await rolldown({
    cwd: WORKSPACE,
    platform: 'browser',
    input: entry,
    external: PEERS,
    plugins: [
      {
        name: 'formwork:entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? use(code) : undefined),
      },
    ],
    // Each warning is an error here, and on a slow machine the times of plugins are one.
    checks: { bundlerTimings: false },
    onLog(level, log) {
      if (level === 'debug' || HARMLESS.has(log.code)) return;
      throw new Error(`Cannot bundle ${code}: ${log.message}`);
    },
  });
  const { output } = await bundler.generate({ format: 'esm', minify: true, keepNames: false });
  await bundler.close();
  return describe(output.filter(({ type }) => type === 'chunk'));
}

/** Warnings about React's libraries, and about modules that one place loads late and another at once. */
const HARMLESS = new Set(['MODULE_LEVEL_DIRECTIVE', 'INEFFECTIVE_DYNAMIC_IMPORT']);

/** Uses what is imported, because a bundler leaves unused imports out. */
function use(code) {
  const names = /^import \{ (?<names>[^}]+) \}/u.exec(code)?.groups.names;
  return names === undefined ? code : `${code};\nexport { ${names} };`;
}

function describe(chunks) {
  const first = listFirst(chunks);
  const later = chunks.filter((chunk) => !first.includes(chunk));
  const rendered = first
    .flatMap(({ modules }) => Object.entries(modules))
    .filter(([, { renderedLength }]) => renderedLength > 0);
  /** @type {Record<string, number>} */
  const parts = {};
  for (const [id, { renderedLength }] of rendered) {
    const part = toPackage(id);
    parts[part] = (parts[part] ?? 0) + renderedLength;
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
  const waiting = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...(chunks.find(({ fileName }) => fileName === name)?.imports ?? []));
  }
  return chunks.filter(({ fileName }) => found.has(fileName));
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
