// Checks which packages import which, by a list of allowed imports ("arrows") that the map in the
// docs shows as well.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const MAP = 'docs/architecture.md';

/**
 * The packages that each package may import. An entry that does more than the root of its package,
 * such as an engine with a database, has its own line; all other entries belong to the root.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const ARROWS = JSON.parse(readFileSync(new URL('arrows.json', import.meta.url), 'utf8'));

/**
 * Entries that count as the root of their package, among them those that only packages of this
 * workspace import.
 */
const PARTS = new Map([
  ['core/internal', 'core'],
  ['core/internal/protocol', 'core'],
  ['core/protocol', 'core'],
  ['forms/internal', 'forms'],
  ['mcp/internal', 'mcp'],
  ['react/internal', 'react'],
  ['runtime/internal', 'runtime'],
  ['server/internal', 'server'],
  ['schema/errors', 'schema'],
  ['schema/internal', 'schema'],
  ['schema/internal/addresses', 'schema'],
  ['schema/json', 'schema'],
  ['schema/json-text', 'schema'],
  ['schema/options', 'schema'],
  ['react/form.css', 'react'],
  ['react/page.css', 'react'],
  ['react/result.css', 'react'],
  ['react/beside.css', 'react'],
  ['react/roomy.css', 'react'],
  ['react/task.css', 'react'],
  ['react/theme.css', 'react'],
  ['react/result', 'react'],
]);

/** Matches the entries that only packages of this workspace import. */
const INTERNAL = /\/internal(?:$|\/)/u;

/**
 * Packages that must not import internal entries, because they are written as any user could write
 * them.
 */
const STRANGERS = new Set(['demo', 'examples']);

/**
 * Finds imports that the list of allowed imports (`arrows.json`) does not contain.
 *
 * @param {readonly import('./source-tree.js').SourceFile[]} files
 */
export function findWallBreaches(files) {
  return [
    ...files.flatMap(findBreaches),
    ...findSideDoors(files),
    ...findWrongOrder(),
    ...findStaleMap(),
  ];
}

/**
 * Finds imports of single files from a folder that has its own line in `arrows.json`; only its
 * index may be imported.
 */
function findSideDoors(files) {
  const folders = files
    .filter(({ path, house }) => findRoom(path, house.split('/')[1]).includes('/'))
    .filter(({ path, house }) => new RegExp(`^${house}/src/[^/]+/index\\.ts$`).test(path))
    .map(({ path }) => dirname(path));
  return files.flatMap(({ path, imports }) =>
    imports.flatMap((target) =>
      folders
        .filter((folder) => target.startsWith(`${folder}/`) && !path.startsWith(`${folder}/`))
        .filter((folder) => target !== `${folder}/index.ts`)
        .map((folder) => `${path} imports ${target}, but the entrance is ${folder}/index.ts`),
    ),
  );
}

function findBreaches({ path, house, packages, imports }) {
  const name = house.split('/')[1];
  const allowed = ARROWS[findRoom(path, name)] ?? [];
  return [
    ...packages
      .filter(
        (entry) =>
          !allowed.includes(findEntry(entry)) || (STRANGERS.has(name) && INTERNAL.test(entry)),
      )
      .map(
        (entry) =>
          `${path} imports @formwork/${entry}, which scripts/house/arrows.json does not allow`,
      ),
    ...imports
      .filter((target) => !target.startsWith(`${house}/`))
      .map((target) => `${path} imports ${target} by its path`),
  ];
}

/**
 * Returns the name in `arrows.json` for a file: its package, or its folder if the folder has its
 * own line, such as one half of a package.
 */
function findRoom(path, name) {
  const [, , , folder] = path.split('/');
  return `${name}/${folder}` in ARROWS ? `${name}/${folder}` : name;
}

function findEntry(name) {
  if (name.startsWith('schemas/')) return 'schemas';
  return PARTS.get(name) ?? name;
}

/**
 * Finds packages that import one which comes later in `arrows.json`. If there are none, packages
 * never import each other in a circle.
 */
function findWrongOrder() {
  const known = new Set(['schemas']);
  return Object.entries(ARROWS).flatMap(([name, targets]) => {
    const later = targets.filter((target) => !known.has(target.split('/')[0]));
    known.add(name.split('/')[0]);
    known.add(name);
    return later.map(
      (target) => `scripts/house/arrows.json: ${name} stands on ${target}, which comes later`,
    );
  });
}

function findStaleMap() {
  const shown = /^## Which way imports point\n\n```\n([^`]*)```/m.exec(readFileSync(MAP, 'utf8'));
  return shown?.[1] === drawMap() ? [] : [`${MAP} must show these arrows:\n${drawMap()}`];
}

function drawMap() {
  const width = Math.max(...Object.keys(ARROWS).map((name) => name.length));
  return Object.entries(ARROWS)
    .map(([name, targets]) => `${`${name.padEnd(width)} -> ${targets.join(', ')}`.trimEnd()}\n`)
    .join('');
}
