// Which package may import which: one list of arrows, held against imports and the map in the docs.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const MAP = 'docs/architecture.md';

/**
 * From each package to those it stands on. An entry that does more than its package's root, such as
 * an engine with a database, is named by itself; entries that are parts of the root go with it.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const ARROWS = JSON.parse(readFileSync(new URL('arrows.json', import.meta.url), 'utf8'));

/** Entries that are parts of their package's root, and what only packages of this workspace import. */
const PARTS = new Map([
  ['core/internal', 'core'],
  ['react/internal', 'react'],
  ['runtime/internal', 'runtime'],
  ['server/internal', 'server'],
  ['schema/internal', 'schema'],
  ['schema/json-text', 'schema'],
  ['react/theme.css', 'react'],
  ['react/result', 'react'],
]);

/** Programs and examples are written as by anybody, so they see no internals. */
const STRANGERS = new Set(['demo', 'examples']);

/** @param {readonly import('./source-tree.js').SourceFile[]} files */
export function findWallBreaches(files) {
  return [
    ...files.flatMap(findBreaches),
    ...findSideDoors(files),
    ...findWrongOrder(),
    ...findStaleMap(),
  ];
}

/** A folder that has arrows of its own and an index is entered through the index only. */
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
          !allowed.includes(findEntry(entry)) ||
          (STRANGERS.has(name) && entry.endsWith('/internal')),
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

/** Some folders have arrows of their own: pages, which run in browsers, and halves of a package. */
function findRoom(path, name) {
  const [, , , folder] = path.split('/');
  return `${name}/${folder}` in ARROWS ? `${name}/${folder}` : name;
}

function findEntry(name) {
  if (name.startsWith('schemas/')) return 'schemas';
  return PARTS.get(name) ?? name;
}

/** The list is in an order in which every package stands on earlier ones only, so there is no circle. */
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
