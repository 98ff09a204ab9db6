// Compares two commits: makes a clone of each with its own install and build, and measures one area
// in both, in turn. Both are measured by the benchmarks of this checkout, which replace those of the
// clones. Prints the figures of both, and the ratio B / A as the median of the rounds, with its
// least and most. Peers are measured too, in areas other than calls: as they are the same on both
// sides, the ratios of their figures show how far to trust the others.
//
//   npm run bench:compare -- COMMIT_A COMMIT_B
//   npm run bench:compare -- main~20 main --area durable --rounds 5
//   npm run bench:compare -- main HEAD --keep /tmp/both     the clones stay, for the next time
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AREAS, type Area } from './areas.ts';
import { createBenchFile } from './stores/bench-file.ts';
import { toCloneEnvironment } from './table/clone-environment.ts';
import { compareFigures, formatComparison } from './table/compare-figures.ts';
import type { Figure } from './table/figure.ts';
import { describeMachine, formatMachine } from './table/machine.ts';
import { runArea } from './table/run-area.ts';

const WORKSPACE = fileURLToPath(new URL('../../', import.meta.url));
/** The time after which one round of an area counts as crashed, in seconds. */
const ROUND_SECONDS = 300;

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    area: { type: 'string', default: 'call' },
    rounds: { type: 'string', default: '7' },
    keep: { type: 'string' },
  },
});

/** A clone of a commit that is installed and built. */
interface Side {
  readonly commit: string;
  readonly folder: string;
}

/** A and B. */
type Sides = readonly [Side, Side];

const ROUNDS = Number(given.rounds);

function git(...args: readonly string[]): string {
  return execFileSync('git', [...args], { cwd: WORKSPACE, encoding: 'utf8' }).trim();
}

/** Makes a clone of a commit below a folder, unless it is there from an earlier comparison. */
function prepare(commit: string, root: string): Side {
  const hash = git('rev-parse', '--short=10', `${commit}^{commit}`);
  const folder = join(root, hash);
  if (!existsSync(join(folder, 'built'))) {
    console.error(`Preparing ${commit} (${hash}) ...`);
    rmSync(folder, { recursive: true, force: true });
    git('clone', '--quiet', '--no-checkout', WORKSPACE, folder);
    execFileSync('git', ['checkout', '--quiet', git('rev-parse', `${commit}^{commit}`)], {
      cwd: folder,
    });
    for (const script of ['setup', 'build']) {
      execFileSync('npm', ['run', '--silent', script], {
        cwd: folder,
        env: toCloneEnvironment(WORKSPACE),
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    }
    mkdirSync(join(folder, 'built'));
  }
  // The same load on both sides, even if the benchmarks have changed in between.
  cpSync(join(WORKSPACE, 'test/bench'), join(folder, 'test/bench'), { recursive: true });
  return { commit, folder };
}

async function measure({ commit, folder }: Side, area: Area): Promise<readonly Figure[]> {
  const program = join(folder, 'test/bench', area.program);
  const settings = { ...area.full, ROUNDS: '1' };
  const outcome = await runArea({ program, settings, seconds: ROUND_SECONDS });
  if (outcome.kind === 'measured') return outcome.figures;
  throw new Error(`Cannot measure ${area.name} of ${commit}: ${outcome.reason}`);
}

/** Measures both sides in turn, and each is first in every second round. */
async function compareAreas([one, other]: Sides, area: Area): Promise<readonly Figure[]> {
  const found: Record<'a' | 'b', (readonly Figure[])[]> = { a: [], b: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 2 === 0) found.a.push(await measure(one, area));
    found.b.push(await measure(other, area));
    if (round % 2 === 1) found.a.push(await measure(one, area));
    console.error(`round ${round + 1} of ${ROUNDS}`);
  }
  return compareFigures(found.a, found.b);
}

/** Keeps the servers of both sides running, and sends each the same load, in turn. */
async function compareServers(sides: Sides, area: Area): Promise<readonly Figure[]> {
  Object.assign(process.env, area.full, { ROUNDS: String(ROUNDS) });
  // This module reads the variables when it is loaded.
  const { toServerFigures } = await import('./table/server-figures.ts');
  const files = sides.map(() => createBenchFile());
  const [b, a] = sides.toReversed().map(({ folder }, index) => ({
    name: index === 0 ? 'B' : 'A',
    server: join(folder, 'test/bench/servers', area.server ?? ''),
    ...(area.server === 'demo' && { args: [files[index]?.file ?? ''], winner: 'Tiger' }),
  }));
  try {
    if (a === undefined || b === undefined) throw new Error('There must be two sides');
    return await toServerFigures([b, a], { peers: ['A'] });
  } finally {
    for (const file of files) file.remove();
  }
}

async function main(): Promise<void> {
  const [one, other] = positionals;
  const area = AREAS.find(({ name }) => name === given.area);
  if (one === undefined || other === undefined) throw new Error('Give two commits');
  if (area === undefined) {
    const names = AREAS.map(({ name }) => name).join(', ');
    throw new Error(`Cannot measure ${given.area}: areas are ${names}`);
  }
  const { keep } = given;
  const root = keep === undefined ? mkdtempSync(join(tmpdir(), 'formwork-both-')) : resolve(keep);
  try {
    mkdirSync(root, { recursive: true });
    const sides: Sides = [prepare(one, root), prepare(other, root)];
    const machine = describeMachine();
    const compare = area.server === undefined ? compareAreas : compareServers;
    const figures = await compare(sides, area);
    console.log(`${formatMachine(machine)}\n`);
    console.log(`${area.name}: A is ${one}, B is ${other}, ${ROUNDS} rounds in turn\n`);
    console.log(formatComparison(figures));
  } finally {
    if (keep === undefined) rmSync(root, { recursive: true, force: true });
  }
}

// Processes of a round are stopped when this one exits.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
