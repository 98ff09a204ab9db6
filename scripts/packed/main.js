// Tries the packed packages as a stranger does: in an empty project, on each supported version of
// Node and with each package manager. Imports every entry, checks the types of a program, serves an
// agent, and calls it by the client and the command. Takes many minutes and downloads the tools, so
// it is no part of the tests.
//
//   npm run packed                          everything
//   npm run packed -- --node 26 --with npm  one version of Node, one package manager
//   npm run packed -- --scope @acme         with another scope
//   npm run packed -- --json FILE           also writes the results as JSON
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SCOPE } from '../release/names.js';
import { packPackages } from '../release/pack-packages.js';
import { WORKSPACE } from '../when-changed.js';
import { MANAGERS } from './managers.js';
import { startRegistry } from './registry.js';
import { tryPackages } from './try-packages.js';

/** The oldest version of Node that `engines` allows, and the newest of each supported line. */
const NODES = ['22.14.0', '22', '24', '26'];

const { values } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: NODES },
    with: { type: 'string', multiple: true, default: Object.keys(MANAGERS) },
    scope: { type: 'string', default: SCOPE },
    json: { type: 'string' },
    jobs: { type: 'string', default: '1' },
  },
});
const unknown = values.with.find((name) => MANAGERS[name] === undefined);
if (unknown !== undefined) {
  throw new RangeError(
    `Cannot install packages because --with must be one of ${Object.keys(MANAGERS).join(', ')}: current value is ${unknown}.`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'formwork-stranger-'));
const tools = join(WORKSPACE, 'node_modules/.cache/packed');
const caches = join(folder, 'caches');
mkdirSync(tools, { recursive: true });
const packed = await packPackages(join(folder, 'packages'), { scope: values.scope });
const registry = await startRegistry(packed);
const waiting = values.node.flatMap((node) => values.with.map((manager) => ({ node, manager })));
const rows = [];
try {
  console.log(toRow(['node', 'with', 'install', 'entries', 'nodenext', 'bundler', 'call', 's']));
  await Promise.all(Array.from({ length: Number(values.jobs) }, tryInTurn));
} finally {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
}
if (values.json !== undefined) {
  writeFileSync(values.json, `${JSON.stringify({ scope: values.scope, rows }, undefined, 2)}\n`);
}
if (rows.some(({ faults }) => faults.length > 0)) process.exitCode = 1;

async function tryInTurn() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { scope } = values;
    const [{ version }] = packed;
    const place = join(folder, `project-${next.node}-${next.manager.replaceAll(' ', '-')}`);
    const row = await tryPackages({
      ...next,
      scope,
      version,
      place,
      tools,
      caches,
      url: registry.url,
    });
    rows.push(row);
    console.log(
      toRow([
        row.nodeVersion,
        row.managerVersion === undefined ? row.manager : `${row.manager} (${row.managerVersion})`,
        ...['install', 'entries', 'nodenext', 'bundler', 'call'].map((step) => row.steps[step]),
        Math.round(row.seconds),
      ]),
    );
    for (const fault of row.faults) console.error(`${fault.slice(0, 3000)}\n`);
    rmSync(place, { recursive: true, force: true });
  }
}

function toRow([node, manager, ...cells]) {
  const rest = cells.map((cell) => String(cell ?? '-').padStart(10)).join('');
  return `${String(node).padEnd(10)}${String(manager).padEnd(24)}${rest}`;
}
