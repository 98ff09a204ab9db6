// Measures what users download: the tarball of each package, and what pages load of the packages
// that browsers run. `budgets.json` has the limits, and `npm run check` compares.
//
//   node scripts/release/sizes.js              prints the sizes beside their budgets
//   node scripts/release/sizes.js --keep NAME  sets the budget of NAME anew, a little above its
//                                               size; without a NAME all budgets
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleImports } from './bundles.js';
import { SOURCE_SCOPE } from './names.js';
import { packPackages } from './pack-packages.js';
import { readTarball } from './tarballs.js';

/**
 * @typedef {object} Budget
 * @property {number} limit kB (1,000 bytes) of a tarball, or, compressed by gzip, of what a page
 *   loads at once.
 * @property {number} [later] kB of what a page loads later.
 * @property {readonly string[]} [without] Parts of the paths of modules that must be left out.
 * @property {Record<string, number>} parts kB of each part, uncompressed, when the budget was set.
 *
 * @typedef {object} Size
 * @property {number} size kB.
 * @property {number} [later] kB.
 * @property {readonly string[]} [modules] Paths.
 * @property {Record<string, number>} parts kB.
 *
 * @typedef {{ packed: Record<string, Budget>, bundled: Record<string, Budget> }} Budgets
 * @typedef {{ packed: Record<string, Size>, bundled: Record<string, Size> }} Sizes
 */

const FILE = new URL('budgets.json', import.meta.url);

/** The part by which a limit exceeds the size at the time when it is set, and the least room in kB. */
const ROOM = { packed: { factor: 1.1, least: 5 }, bundled: { factor: 1.05, least: 0.1 } };

/** The least growth of a part, in kB, that is told. */
const NOTABLE = 0.5;

/** The name of a bundle: its code, and by which bundler it is made, unless by the usual one. */
const BUNDLED = /^(?<code>.+?)(?: \((?<bundler>\w+)\))?$/u;

/** The parts of a tarball, by their paths in it. */
const PARTS = [
  ['maps', /\.map$/u],
  ['types', /^dist\/.*\.d\.ts$/u],
  ['pages', /^dist\/(?:page|view|element)\//u],
  ['code', /^(?:dist|bin)\//u],
  ['source', /^src\//u],
  ['other files', /^/u],
];

/** @returns {Budgets} */
export function readBudgets() {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/**
 * Measures packed packages, and the bundles that have a budget.
 *
 * @param {readonly import('./pack-packages.js').PackedPackage[]} packages With the scope of the
 *   sources.
 * @param {Budgets} budgets
 * @returns {Promise<Sizes>}
 */
export async function measureSizes(packages, budgets) {
  const packed = {};
  for (const { name, path } of packages) packed[name] = measureTarball(path);
  const bundled = {};
  for (const name of Object.keys(budgets.bundled)) {
    const { code, bundler } = BUNDLED.exec(name).groups;
    const { first, later, parts, modules } = await bundleImports(code, bundler);
    const inKb = Object.entries(parts).map(([part, bytes]) => [part, toKb(bytes)]);
    bundled[name] = {
      size: toKb(first),
      later: toKb(later),
      parts: Object.fromEntries(inKb),
      modules,
    };
  }
  return { packed, bundled };
}

function measureTarball(path) {
  /** @type {Record<string, number>} */
  const bytes = {};
  for (const [file, size] of readTarball(path, /^$/u).files) {
    const [part] = PARTS.find(([, pattern]) => pattern.test(file));
    bytes[part] = (bytes[part] ?? 0) + size;
  }
  const parts = Object.entries(bytes).map(([part, value]) => [part, toKb(value)]);
  return { size: toKb(statSync(path).size), parts: Object.fromEntries(parts) };
}

/**
 * Compares sizes with their budgets.
 *
 * @param {Sizes} sizes
 * @param {Budgets} budgets
 * @returns {string[]} A sentence for each fault, which says what has grown and what to do.
 */
export function findSizeFaults(sizes, budgets) {
  return ['packed', 'bundled'].flatMap((kind) => [
    ...Object.entries(sizes[kind]).flatMap(([name, size]) =>
      checkSize({ kind, name, size, budget: budgets[kind][name] }),
    ),
    ...Object.keys(budgets[kind])
      .filter((name) => sizes[kind][name] === undefined)
      .map(
        (name) =>
          `Cannot keep the budget of ${name} because nothing is published under this name. Remove it from scripts/release/budgets.json.`,
      ),
  ]);
}

function checkSize({ kind, name, size, budget }) {
  const keep = `node scripts/release/sizes.js --keep "${name}"`;
  if (budget === undefined) {
    return [`Cannot publish ${name} because it must have a budget. Set one with: ${keep}`];
  }
  const what = kind === 'packed' ? `Cannot publish ${name}` : `Cannot ship "${name}"`;
  const where = kind === 'packed' ? 'as a tarball' : 'compressed, loaded at once';
  const advice = `Take out what users do not need. If they need it, set the budget anew with: ${keep}`;
  const faults = [];
  if (size.size > budget.limit) {
    faults.push(
      `${what} because it must have ${budget.limit} kB or less ${where}: current value is ${size.size} kB. ${toGrowth(size, budget)} ${advice}`,
    );
  }
  if (size.later > (budget.later ?? 0)) {
    faults.push(
      `${what} because what is loaded later must have ${budget.later ?? 0} kB or less, compressed: current value is ${size.later} kB. ${advice}`,
    );
  }
  for (const part of budget.without ?? []) {
    const found = size.modules.filter((path) => path.includes(part));
    if (found.length === 0) continue;
    faults.push(
      `${what} because bundlers must be able to leave out ${part}: it has ${found.length} modules of it, such as ${found[0]}. Look for an import that leads there, or for code that runs when a module is loaded.`,
    );
  }
  return faults;
}

/** Says which parts have grown since the budget was set, most first. */
function toGrowth({ parts }, budget) {
  const grown = Object.entries(parts)
    .map(([name, value]) => ({ name, growth: value - (budget.parts[name] ?? 0) }))
    .filter(({ growth }) => growth >= NOTABLE)
    .toSorted((one, other) => other.growth - one.growth);
  if (grown.length === 0) return 'No part of it has grown.';
  const list = grown.slice(0, 5).map(({ name, growth }) => `${name} by ${growth.toFixed(1)} kB`);
  return `Uncompressed, it has grown since the budget was set: ${list.join(', ')}.`;
}

/**
 * Returns budgets that a name has outgrown, or all of them, set anew.
 *
 * @param {Budgets} budgets
 * @param {{ sizes: Sizes, name?: string }} options
 * @returns {Budgets}
 */
export function renewBudgets(budgets, { sizes, name }) {
  const renew = (kind) =>
    Object.fromEntries(
      Object.entries(sizes[kind]).flatMap(([one, { size, later, parts }]) => {
        const before = budgets[kind][one];
        if (name !== undefined && one !== name) return before === undefined ? [] : [[one, before]];
        const toLimit = (kb) => roundUp(Math.max(kb * ROOM[kind].factor, kb + ROOM[kind].least));
        const limits = { limit: toLimit(size), ...(later > 0 && { later: toLimit(later) }) };
        const { without } = before ?? {};
        return [[one, { ...limits, ...(without !== undefined && { without }), parts }]];
      }),
    );
  return { packed: renew('packed'), bundled: renew('bundled') };
}

function roundUp(kb) {
  return kb < 10 ? Math.ceil(kb * 10) / 10 : Math.ceil(kb);
}

function toKb(bytes) {
  return Math.round(bytes / 100) / 10;
}

/** Returns the sizes beside their budgets, in kB, as a table. */
function toTable(sizes, budgets) {
  const rows = ['packed', 'bundled'].flatMap((kind) => [
    [
      kind === 'packed' ? 'tarball (kB)' : 'in a page (kB, gzip)',
      'size',
      'budget',
      'later',
      'budget',
    ],
    ...Object.entries(sizes[kind]).map(([name, { size, later }]) => {
      const budget = budgets[kind][name];
      return [name, size, budget?.limit, later, budget?.later];
    }),
  ]);
  return rows
    .map(([name, ...rest]) => {
      const values = rest.map((value) => String(value ?? '').padStart(9)).join('');
      return `${name.padEnd(56)}${values}`;
    })
    .join('\n');
}

if (import.meta.main) {
  const [option, name] = process.argv.slice(2);
  const budgets = readBudgets();
  const folder = mkdtempSync(join(tmpdir(), 'formwork-sizes-'));
  try {
    const sizes = await measureSizes(await packPackages(folder, { scope: SOURCE_SCOPE }), budgets);
    if (option === '--keep') {
      const renewed = renewBudgets(budgets, { sizes, name });
      writeFileSync(FILE, `${JSON.stringify(renewed, undefined, 2)}\n`);
      console.log(toTable(sizes, renewed));
    } else {
      console.log(toTable(sizes, budgets));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
