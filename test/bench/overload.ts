// Measures how long calls take when 400 callers share 16 places, so that nearly all have to wait.
// Calls should be served in the order of arrival, so that the slowest take little longer than the
// others. Runs in memory and on SQLite, each in its own process, one after the other.
//
//   node test/bench/overload.ts
//   ROUNDS=1 SECONDS=3 CALLERS=100 PLACES=4 node test/bench/overload.ts
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { OverloadSample } from './load/overload.ts';
import { startServer } from './servers/start-server.ts';
import { createBenchFile } from './stores/bench-file.ts';
import { toFigure, type Figure } from './table/figure.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SECONDS = Number(process.env['SECONDS'] ?? 10);
const CALLERS = Number(process.env['CALLERS'] ?? 400);
const PLACES = Number(process.env['PLACES'] ?? 16);

/** The times of calls that wait for a place, and the processor seconds of one. */
interface Waiting extends OverloadSample {
  readonly cpu: number;
}

async function measure(isOnDisk: boolean): Promise<Waiting> {
  const file = createBenchFile();
  const args = [String(PLACES), ...(isOnDisk ? [file.file] : [])];
  const server = await startServer('overload-formwork', args);
  try {
    const load = new URL('load/overload.ts', import.meta.url).pathname;
    const before = server.cpuSeconds();
    const { stdout } = await promisify(execFile)(process.execPath, [
      load,
      ...[server.port, SECONDS, CALLERS].map(String),
    ]);
    const sample = JSON.parse(stdout) as OverloadSample;
    return { ...sample, cpu: (server.cpuSeconds() - before) / (sample.rate * (SECONDS + 1)) };
  } finally {
    server.stop();
    file.remove();
  }
}

function print(name: string, { rate, p50, p99, max, cpu }: Waiting): void {
  const times = [p50, p99, max].map((time) => time.toFixed(0));
  console.log(
    `  ${name.padEnd(8)} ${rate.toFixed(0)} calls/s   p50 ${times[0]} ms, p99 ${times[1]} ms, max ${times[2]} ms   p99/p50 ${(p99 / p50).toFixed(2)}   cpu ${(cpu * 1_000).toFixed(2)} ms a call`,
  );
}

/** Returns how much longer than most calls the slowest of a hundred take, in memory and on SQLite. */
export async function toFigures(): Promise<readonly Figure[]> {
  const found: Record<'memory' | 'sqlite', Waiting[]> = { memory: [], sqlite: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    found.memory.push(await measure(false));
    found.sqlite.push(await measure(true));
  }
  return (['memory', 'sqlite'] as const).map((store) =>
    toFigure(`p99 of a waiting call, ${store === 'memory' ? 'in memory' : 'on SQLite'}`, {
      unit: 'ms',
      ours: found[store].map(({ p99 }) => p99),
      peer: ['p50', found[store].map(({ p50 }) => p50)],
    }),
  );
}

async function main(): Promise<void> {
  console.log(`${CALLERS} callers on ${PLACES} places`);
  for (let round = 0; round < ROUNDS; round += 1) {
    print('memory', await measure(false));
    print('sqlite', await measure(true));
  }
}

if (import.meta.main) await main();
