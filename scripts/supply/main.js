// Checks the packages that are installed and shipped, without a network: their licences, install
// scripts, sources, hashes and ranges of versions. Prints a sentence for each fault, and fails if
// there are any.
//
//   node scripts/supply/main.js            this workspace
//   node scripts/supply/main.js FOLDER     another one
import { readFileSync } from 'node:fs';
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
const settings = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'));
const installed = new Map(
  [...listInstalled(root)].map(([key, folder]) => [
    key,
    listInstallScripts(folder, readManifest(folder)),
  ]),
);

const supply = readSupply(root);
const faults = findFaults(supply, { allowed, settings, installed });
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else {
  const licences = new Set(supply.components.map(({ license }) => String(license)));
  console.log(
    `${supply.components.length} packages are shipped, under ${[...licences].toSorted().join(', ')}.`,
  );
}
