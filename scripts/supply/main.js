// Checks the packages that are installed and shipped, without a network: their licences, install
// scripts, sources, hashes and ranges of versions. Prints a sentence for each fault, and fails if
// there are any.
//
//   node scripts/supply/main.js            this workspace
//   node scripts/supply/main.js FOLDER     another one
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import {
  listInstalled,
  listInstallScripts,
  readManifest,
  readSupply,
  WORKSPACE,
} from './lockfile.js';
import { findFaults } from './rules.js';

const root = resolve(process.argv[2] ?? WORKSPACE);
const allowed = JSON.parse(readFileSync(join(root, 'scripts/supply/allowed.json'), 'utf8'));

check('packages are shipped', { supply: readSupply(root), root, allowed });

// The pages of the site contain parts of its packages, although it is not published as a package.
const site = join(root, 'site');
if (existsSync(join(site, 'node_modules'))) {
  const all = readSupply(site, () => true);
  // Nobody installs the site to read it, and pnpm runs only the scripts that its settings allow.
  const components = all.components.map((one) => ({ ...one, installScripts: [] }));
  const supply = { ...all, components };
  const { licences, site: packages = {} } = allowed;
  check('packages make the site', { supply, root: site, allowed: { licences, packages } });
}

/** Prints the faults of a project, or what it ships. */
function check(words, { supply, root: folder, allowed: rules }) {
  const settings = parse(readFileSync(join(folder, 'pnpm-workspace.yaml'), 'utf8'));
  const installed = new Map(
    [...listInstalled(folder)].map(([key, place]) => [
      key,
      listInstallScripts(place, readManifest(place)),
    ]),
  );
  const faults = findFaults(supply, { allowed: rules, settings, installed });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    process.exitCode = 1;
    return;
  }
  const here = supply.components.filter(({ isForOthers }) => !isForOthers);
  /** @type {string[]} */
  const licences = [...new Set(here.map(({ license }) => String(license)))];
  console.log(`${here.length} ${words}, under ${licences.toSorted().join(', ')}.`);
}
