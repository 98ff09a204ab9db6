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

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SECONDS = Number(process.env['SECONDS'] ?? 10);
const CALLERS = Number(process.env['CALLERS'] ?? 400);
const PLACES = Number(process.env['PLACES'] ?? 16);

async function measure(name: string, isOnDisk: boolean): Promise<void> {
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
    const { rate, p50, p99, max } = JSON.parse(stdout) as OverloadSample;
    const cpu = (server.cpuSeconds() - before) / (rate * (SECONDS + 1));
    const times = [p50, p99, max].map((time) => time.toFixed(0));
    console.log(
      `  ${name.padEnd(8)} ${rate.toFixed(0)} calls/s   p50 ${times[0]} ms, p99 ${times[1]} ms, max ${times[2]} ms   p99/p50 ${(p99 / p50).toFixed(2)}   cpu ${(cpu * 1_000).toFixed(2)} ms a call`,
    );
  } finally {
    server.stop();
    file.remove();
  }
}

console.log(`${CALLERS} callers on ${PLACES} places`);
for (let round = 0; round < ROUNDS; round += 1) {
  await measure('memory', false);
  await measure('sqlite', true);
}
