// Prints a table of the figures that describe the quality of the source code: their first values,
// best values, current values and goals. Fails if a figure is worse than its best value
// (`reached.json`), or a row of docs/audit.md names a folder that does not exist; then
// says which folders have changed much since they were read, and which have no row.
//
//   node scripts/house/main.js               the table
//   node scripts/house/main.js circles       the places that the figures with "circles" count
//   node scripts/house/main.js --keep        notes what was reached now
import { readFileSync, writeFileSync } from 'node:fs';
import { checkAudit } from './audit.js';
import { countFigures } from './figures.js';
import { readSourceTree } from './source-tree.js';

const REACHED = new URL('reached.json', import.meta.url);

/**
 * The stored figures by name: the first value of each, and the best value until now.
 *
 * @type {Record<string, { began: number, reached: number }>}
 */
const known = JSON.parse(readFileSync(REACHED, 'utf8'));
const files = readSourceTree();
const figures = countFigures(files);
const [wanted] = process.argv.slice(2);

if (wanted === '--keep') {
  const kept = figures.map(({ name, value }) => [
    name,
    { began: known[name]?.began ?? value, reached: value },
  ]);
  writeFileSync(REACHED, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
} else if (wanted === undefined) {
  printTable();
  printAudit();
} else {
  for (const { name, places } of figures.filter((figure) => figure.name.includes(wanted))) {
    console.log(`${name}\n${(places?.() ?? []).map((place) => `  ${place}`).join('\n')}`);
  }
}

function printTable() {
  console.log(toRow(['The house', 'began', 'reached', 'now', 'goal']));
  for (const figure of figures) {
    const { name, value, goal } = figure;
    const { began, reached } = known[name] ?? {};
    const worse = goal !== undefined && reached !== undefined && isWorse(figure, reached);
    console.log(`${toRow([name, began, reached, value, goal])}${worse ? '  worse' : ''}`);
    if (worse) {
      process.exitCode = 1;
      console.error(
        `Cannot take "${name}" of ${value} because ${reached} was reached before. List the places with: node scripts/house/main.js "${name}"`,
      );
    }
  }
}

function printAudit() {
  const text = readFileSync('docs/audit.md', 'utf8');
  const { faults, notes } = checkAudit(text, { root: process.cwd(), files });
  for (const note of notes) console.log(note);
  for (const fault of faults) {
    process.exitCode = 1;
    console.error(`Cannot take docs/audit.md because of a row: ${fault}`);
  }
}

function isWorse({ value, goal, more }, reached) {
  const bound = more ? Math.min(reached, goal) : Math.max(reached, goal);
  return more ? value < bound : value > bound;
}

function toRow([name, ...values]) {
  return `${name.padEnd(36)}${values.map((value) => String(value ?? '').padStart(9)).join('')}`;
}
