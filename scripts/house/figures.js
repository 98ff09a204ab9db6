// Counts the figures that describe the quality of the source code (the "house"). A smaller figure
// is better, unless `more` says otherwise.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { countBodies } from './bodies.js';
import { findCircles } from './circles.js';
import { countConcepts } from './concepts.js';
import { listDeadlines } from './deadlines.js';
import { countExports } from './exports.js';
import { listHazards } from './hazards.js';
import { countJourneys } from './journeys.js';
import { countProse } from './prose.js';
import { countShapes, LEFT_OUT } from './shapes.js';
import { findWallBreaches } from './walls.js';

/**
 * The number of source lines for each file above the first thousand: a new package may add files,
 * if they are as full as the others.
 */
const SHARE = 120;

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {number} value
 * @property {number} [goal] Absent: counted for the reader only.
 * @property {boolean} [more] The figure is better the larger it is.
 * @property {() => readonly string[]} [places] Where the counted things are.
 */

const SHORT = 25;
const LONG = 400;

/**
 * Counts all figures that describe the quality of the source code.
 *
 * @param {readonly import('./source-tree.js').SourceFile[]} files
 * @returns {Figure[]}
 */
export function countFigures(files) {
  return [
    ...countRooms(files),
    ...countWalls(files),
    ...countJourneys(),
    ...countPackages(files),
    ...countExports(files),
    ...countWords(files),
    ...countProse(files),
    ...countHazards(files),
    ...countConcepts(files),
    ...countShapes(files),
    ...countBodies(files),
    ...countTests(),
  ];
}

function countRooms(files) {
  const lines = sum(files.map((file) => file.lines));
  /** @type {Map<string, number>} */
  const importers = new Map();
  for (const { imports } of files) {
    for (const path of imports) importers.set(path, (importers.get(path) ?? 0) + 1);
  }
  const long = files.filter((file) => file.lines > LONG);
  const short = files.filter((file) => file.lines <= SHORT);
  const single = files.map(({ path }) => path).filter((path) => importers.get(path) === 1);
  return [
    { name: 'source files', value: files.length, goal: Math.max(1000, Math.floor(lines / SHARE)) },
    { name: 'lines per file', value: Math.round(lines / files.length), goal: 90, more: true },
    {
      name: `files of ${SHORT} lines or less`,
      value: short.length,
      // A tenth of all files: a house that grows has more entry files and parts that load late.
      goal: Math.max(99, Math.floor(files.length / 10)),
      places: () => short.map(({ path }) => path),
    },
    {
      name: `files above ${LONG} lines`,
      value: long.length,
      goal: 0,
      places: () => long.map(({ path }) => path),
    },
    { name: 'files with one importer', value: single.length, places: () => single },
    { name: 'lines of source', value: lines },
  ];
}

function countWalls(files) {
  const circles = findCircles(files);
  const breaches = findWallBreaches(files);
  return [
    {
      name: 'folders and files in circles',
      value: sum(circles.map(({ members }) => members.length)),
      goal: 0,
      places: () => circles.map(({ folder, members }) => `${folder}: ${members.join(', ')}`),
    },
    { name: 'imports through walls', value: breaches.length, goal: 0, places: () => breaches },
  ];
}

function countPackages(files) {
  const core = files.filter(({ house }) => house === 'packages/core');
  const walkers = new Set(
    files
      .filter(({ text }) => /['"]\$ref['"]|\.\$ref\b/.test(text))
      .map(({ path }) => dirname(path)),
  );
  return [
    {
      name: 'lines of core without examples',
      value: sum(core.map(({ text }) => countOwnLines(text))),
      goal: 3500,
    },
    { name: 'folders that know $ref', value: walkers.size, goal: 8, places: () => [...walkers] },
    ...['core', 'runtime', 'typegen', 'mcp', 'server'].map((name) => ({
      name: `values that ${name} exports`,
      value: countValues(`packages/${name}/src/index.ts`),
      goal: 25,
    })),
  ];
}

function countHazards(files) {
  const hazards = listHazards(files);
  return [{ name: 'hazards', value: hazards.length, goal: 0, places: () => hazards }];
}

function countTests() {
  const deadlines = listDeadlines();
  return [
    {
      name: 'deadlines in tests',
      value: deadlines.length,
      goal: 0,
      places: () => deadlines,
    },
  ];
}

/** Counts the lines of a file, without the examples in its docblocks. */
function countOwnLines(text) {
  const own = text.replaceAll(/\n *\*(?=\n *\* @example)|\n *\* @example[^]*?```[^]*?```/gu, '');
  return own.split('\n').length - 1;
}

/** Counts the exports of a package's index file that are not types. */
function countValues(path) {
  const statements = readFileSync(path, 'utf8').matchAll(/^export (type )?\{([^}]*)\}/gm);
  return sum(
    [...statements].map(([, type, names]) =>
      type === undefined
        ? names.split(',').filter((name) => name.trim() !== '' && !/^\s*type\s/.test(name)).length
        : 0,
    ),
  );
}

function countWords(files) {
  const functions = files.flatMap((file) => file.functions);
  const openings = files.flatMap(({ path, docblocks }) =>
    docblocks.filter((text) => /^What\b/.test(text)).map((text) => `${path}: ${firstLine(text)}`),
  );
  const lost = findLostPaths(files);
  return [
    {
      name: 'docblocks that open with "What"',
      value: openings.length,
      goal: 59,
      places: () => openings,
    },
    { name: 'functions', value: functions.length },
    {
      name: 'functions that begin with "to"',
      value: functions.filter((name) => /^to[A-Z]/.test(name)).length,
    },
    {
      name: 'paths of the map that lead nowhere',
      value: lost.length,
      goal: 0,
      places: () => lost,
    },
  ];
}

/**
 * Finds errors in the map of the architecture: files, functions and folders that it names and that
 * do not exist, and folders of packages, apps and their pages that it lacks.
 */
function findLostPaths(sources) {
  const map = readFileSync('docs/architecture.md', 'utf8');
  const named = map.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:[cm]?[jt]sx?|json))`(?: \(`(\w+)`\))?/gu);
  const files = [...named].flatMap(([, path, name = '']) => {
    const [text] = globSync(path).map((found) => readFileSync(found, 'utf8'));
    return (text ?? '').includes(name) && text !== undefined ? [] : [`${path} ${name}`];
  });
  const folders = readTree(map);
  const present = new Set(sources.flatMap(({ path }) => SHOWN_FOLDER.exec(path)?.[0] ?? []));
  const missing = [...present].filter(
    (path) => !LEFT_OUT.test(path) && !IN_EACH_PACKAGE.test(path) && !folders.includes(path),
  );
  const lost = [
    ...files,
    ...folders.filter((path) => !existsSync(path)),
    ...missing.map((path) => `${path} is not in the tree`),
  ];
  return lost.map((text) => `docs/architecture.md: ${text}`);
}

/** Matches the folder of a file that the map shows: of a package, an app, or the page of an app. */
const SHOWN_FOLDER = /^(?:packages|apps)\/[\w-]+\/src\/(?:page\/(?=[\w-]+\/))?[\w-]+(?=\/)/u;

/**
 * Matches folders that every package may have, which the map of the architecture describes only
 * once.
 */
const IN_EACH_PACKAGE = /\/(?:errors|testing)$/u;

/** Reads the folders of packages from the tree in the map of the architecture, as whole paths. */
function readTree(map) {
  const [, tree = ''] = /^```\n(packages\/[^]+?)^```/mu.exec(map) ?? [];
  const above = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] =
      /^( *)((?:[a-z][\w/-]*\/|(?:packages|apps)\/[\w-]+)(?:, [a-z][\w-]*\/)*)(?: |$)/u.exec(
        line,
      ) ?? [];
    if (names === '') return [];
    const depth = indent.length / 2;
    above.length = depth;
    const folders =
      depth === 0 ? [`${names}/src`] : names.split(', ').map((name) => name.replace(/\/$/u, ''));
    const found = folders.map((name) => [...above, name].join('/'));
    above[depth] = folders[0];
    return found;
  });
}

function firstLine(text) {
  return text.split('\n', 1)[0];
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
