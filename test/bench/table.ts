// Measures every area beside its peers, each in a process of its own, and prints one table: what
// was measured, its bar, and whether it holds. The page of forms must have been built. Ends with 1
// if a bar does not hold or an area crashed.
//
//   npm run bench                              everything; nothing else should run meanwhile
//   npm run bench -- --quick                   a few rounds, to see that everything works
//   npm run bench -- --area call --area start  these areas alone
//   npm run bench -- --json table.json         the table as JSON as well
//   npm run bench -- --cold                    `npm start` with empty stores as well
//   npm run bench -- --growth 1000000          up to this many stored tasks
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AREAS, type Area } from './areas.ts';
import { BARS } from './bars.ts';
import { formatTable, formatVerdict } from './table/format-table.ts';
import { isPassed, judge, type Outcome, type Row } from './table/judge.ts';
import { describeMachine, formatMachine } from './table/machine.ts';
import { runArea } from './table/run-area.ts';

/** The time after which an area counts as crashed, in seconds. */
const AREA_SECONDS = 900;

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    cold: { type: 'boolean', default: false },
    area: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    growth: { type: 'string' },
  },
});

/** Stored tasks at each step up to `most`: 1,000, 10,000 and so on. */
function toSizes(most: number): string {
  const sizes = [1_000];
  for (let size = 10_000; size <= most; size *= 10) sizes.push(size);
  return sizes.join(',');
}

async function measure(area: Area): Promise<Outcome> {
  const settings = given.quick ? (area.quick ?? area.full) : area.full;
  const { growth } = given;
  return runArea({
    program: fileURLToPath(new URL(area.program, import.meta.url)),
    settings: {
      ...settings,
      ...(area.name === 'growth' && growth !== undefined && { SIZES: toSizes(Number(growth)) }),
    },
    seconds: AREA_SECONDS,
  });
}

/** True for areas that this run measures. An area that is named is always measured. */
function isWanted({ name, quick, isCold = false }: Area): boolean {
  if (given.area.length > 0) return given.area.includes(name);
  if (isCold) return given.cold;
  return !given.quick || quick !== undefined;
}

async function main(): Promise<void> {
  const unknown = given.area.filter((name) => !AREAS.some((area) => area.name === name));
  if (unknown.length > 0) {
    const names = AREAS.map(({ name }) => name).join(', ');
    throw new Error(`Cannot measure ${unknown.join(', ')}: areas are ${names}`);
  }
  const machine = describeMachine();
  console.error(formatMachine(machine));
  const began = performance.now();
  const rows: Row[] = [];
  for (const area of AREAS.filter(isWanted)) {
    const start = performance.now();
    process.stderr.write(`${area.name} ...`);
    const outcome = await measure(area);
    rows.push(...judge(area.name, outcome, BARS[area.name]));
    const seconds = ((performance.now() - start) / 1_000).toFixed(0);
    process.stderr.write(` ${outcome.kind} after ${seconds} s\n`);
  }
  const minutes = (performance.now() - began) / 60_000;
  const kind = given.quick ? 'A quick run, which shows only that everything works' : 'A full run';
  console.log(`${formatMachine(machine)}\n${kind}, ${minutes.toFixed(1)} minutes.\n`);
  console.log(`${formatTable(rows)}\n\n${formatVerdict(rows)}`);
  if (given.json !== undefined) {
    const table = { machine, isQuick: given.quick, minutes, rows };
    writeFileSync(given.json, `${JSON.stringify(table, undefined, 2)}\n`);
  }
  process.exitCode = isPassed(rows) ? 0 : 1;
}

// A run that is interrupted stops the processes of its area, which happens when it exits.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
