// Sends five times more calls than a server can do, each of which computes for five milliseconds.
// Prints how many are done per second, compared with the most that the server can do, and how long
// its card and its health take meanwhile. Runs with limits and without, in turn.
//
//   node test/bench/shedding.ts
//   ROUNDS=1 SECONDS=5 FACTOR=3 node test/bench/shedding.ts
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { OpenLoopSample } from './load/open-loop.ts';
import type { OverloadSample } from './load/overload.ts';
import { median } from './median.ts';
import { startServer } from './servers/start-server.ts';
import { toFigure, type Figure } from './table/figure.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SECONDS = Number(process.env['SECONDS'] ?? 10);
const FACTOR = Number(process.env['FACTOR'] ?? 5);
const MILLISECONDS = Number(process.env['MILLISECONDS'] ?? 5);

async function run<Sample>(load: string, args: readonly number[]): Promise<Sample> {
  const file = new URL(`load/${load}.ts`, import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args.map(String)]);
  return JSON.parse(stdout) as Sample;
}

/** The calls of a server at its most, and under far more than that. */
interface Shed {
  readonly peak: OverloadSample;
  readonly load: OpenLoopSample;
}

async function measure(limits: 'on' | 'off'): Promise<Shed> {
  const server = await startServer('busy-formwork', [String(MILLISECONDS), limits]);
  try {
    const peak = await run<OverloadSample>('overload', [server.port, SECONDS, 8]);
    const rate = Math.round(peak.rate * FACTOR);
    return { peak, load: await run<OpenLoopSample>('open-loop', [server.port, SECONDS, rate]) };
  } finally {
    server.stop();
  }
}

function print(limits: 'on' | 'off', { peak, load }: Shed): void {
  console.log(
    `  limits ${limits.padEnd(3)}  at most ${peak.rate.toFixed(0)} calls/s; of ${load.sent.toFixed(0)} sent ${load.done.toFixed(0)} done (${((load.done / peak.rate) * 100).toFixed(0)} %), ${load.refused.toFixed(0)} refused, ${load.failed.toFixed(0)} failed   p50 ${load.p50.toFixed(0)} ms, p99 ${load.p99.toFixed(0)} ms   card p99 ${load.cardP99.toFixed(0)} ms, health p99 ${load.healthP99.toFixed(0)} ms`,
  );
}

/** Returns how many calls are done under far too many, beside the most that can be done. */
export async function toFigures(): Promise<readonly Figure[]> {
  const all: Shed[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await measure('on'));
  return [
    toFigure('calls done under too many', {
      unit: '/s',
      ours: all.map(({ load }) => load.done),
      peer: ['the most', all.map(({ peak }) => peak.rate)],
    }),
    toFigure('p99 of the card under too many', {
      unit: 'ms',
      ours: all.map(({ load }) => load.cardP99),
    }),
  ];
}

async function main(): Promise<void> {
  console.log(`${FACTOR} times more calls than can be done, ${MILLISECONDS} ms each`);
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const limits of ['on', 'off'] as const) {
      const shed = await measure(limits);
      print(limits, shed);
      if (limits === 'on') shares.push(shed.load.done / shed.peak.rate);
    }
  }
  console.log(`done with limits: ${(median(shares) * 100).toFixed(0)} % of the most (bar: 80 %)`);
}

if (import.meta.main) await main();
