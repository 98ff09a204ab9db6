import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WORKSPACE = fileURLToPath(new URL('../../', import.meta.url));

/** The figures of one run, as `test/src/faults/replicas.test.ts` writes them. */
interface Figures {
  readonly [name: string]: number | readonly unknown[];
  readonly harms: readonly string[];
  readonly violations: readonly unknown[];
}

/**
 * The runs of the test of faults: how many, how long and with how many replicas and callers, as
 * text.
 */
interface FaultOptions {
  readonly seeds: string;
  /** The time for which replicas are harmed in each run, in seconds. */
  readonly seconds: string;
  readonly replicas: string;
  readonly callers: string;
}

/** Runs the test of faults, prints its figures as a table, and resolves with its exit code. */
export async function runFaults(options: FaultOptions): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-figures-'));
  const file = join(folder, 'figures');
  const { seeds: SEEDS, seconds: SECONDS, replicas: REPLICAS, callers: CALLERS } = options;
  const vitest = join(WORKSPACE, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', 'test/src/faults/replicas.test.ts'], {
    cwd: WORKSPACE,
    env: { ...process.env, SEEDS, SECONDS, REPLICAS, CALLERS, FIGURES: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  rmSync(folder, { recursive: true });
  print(lines.map((line) => JSON.parse(line) as Figures));
  if (code !== 0) console.log(`The test ended with ${String(code)}, ${String(signal)}`);
  console.log(`${lines.length} of ${SEEDS} runs of ${SECONDS} s with ${REPLICAS} replicas ended`);
  return code ?? 1;
}

function print(runs: readonly Figures[]): void {
  console.table(
    runs.map(({ harms, violations, ...figures }) => {
      return { ...figures, harms: harms.length, violations: violations.length };
    }),
  );
  const names = Object.keys(runs[0] ?? {}).filter(
    (name) => name !== 'seed' && name !== 'settledMs',
  );
  console.log(names.map((name) => `${name} ${sum(runs, name)}`).join(', '));
  const settled = runs.map(({ settledMs }) => Number(settledMs));
  console.log(`all settled within ${Math.max(...settled)} ms after the last harm`);
  const kinds = new Map<string, number>();
  for (const harm of runs.flatMap(({ harms }) => harms)) {
    kinds.set(harm, (kinds.get(harm) ?? 0) + 1);
  }
  console.log([...kinds].map(([name, count]) => `${name} ${count}`).join(', '));
  for (const { seed, violations } of runs) {
    for (const found of violations) console.log(`seed ${String(seed)}: ${JSON.stringify(found)}`);
  }
}

/** Adds up one figure over all runs; a figure that is a list counts by its length. */
function sum(runs: readonly Figures[], name: string): number {
  const values = runs.map((run) => run[name] ?? 0);
  return values.reduce<number>(
    (total, value) => total + (typeof value === 'number' ? value : value.length),
    0,
  );
}
