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

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SECONDS = Number(process.env['SECONDS'] ?? 10);
const FACTOR = Number(process.env['FACTOR'] ?? 5);
const MILLISECONDS = Number(process.env['MILLISECONDS'] ?? 5);

async function run<Sample>(load: string, args: readonly number[]): Promise<Sample> {
  const file = new URL(`load/${load}.ts`, import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args.map(String)]);
  return JSON.parse(stdout) as Sample;
}

async function measure(limits: 'on' | 'off'): Promise<number> {
  const server = await startServer('busy-formwork', [String(MILLISECONDS), limits]);
  try {
    const peak = await run<OverloadSample>('overload', [server.port, SECONDS, 8]);
    const rate = Math.round(peak.rate * FACTOR);
    const load = await run<OpenLoopSample>('open-loop', [server.port, SECONDS, rate]);
    const share = load.done / peak.rate;
    console.log(
      `  limits ${limits.padEnd(3)}  at most ${peak.rate.toFixed(0)} calls/s; of ${load.sent.toFixed(0)} sent ${load.done.toFixed(0)} done (${(share * 100).toFixed(0)} %), ${load.refused.toFixed(0)} refused, ${load.failed.toFixed(0)} failed   p50 ${load.p50.toFixed(0)} ms, p99 ${load.p99.toFixed(0)} ms   card p99 ${load.cardP99.toFixed(0)} ms, health p99 ${load.healthP99.toFixed(0)} ms`,
    );
    return share;
  } finally {
    server.stop();
  }
}

console.log(`${FACTOR} times more calls than can be done, ${MILLISECONDS} ms each`);
const shares: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  shares.push(await measure('on'));
  await measure('off');
}
console.log(`done with limits: ${(median(shares) * 100).toFixed(0)} % of the most (bar: 80 %)`);
