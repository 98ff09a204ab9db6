// Measures 1,000 subscribers over SSE on one process: all on one task, and spread over 100 tasks.
// Formwork on SQLite and in memory and the SDK's default handler run in turn, each in its own
// process. Checks that every subscriber gets every event once and in order; prints delays, memory
// and processor time.
//
//   node test/bench/subscribers.ts
//   SUBSCRIBERS=200 EVENTS=10 node test/bench/subscribers.ts
//   SUBSCRIBERS=10000 EVENTS=5 PAUSE_MS=2000 ONLY=formwork node test/bench/subscribers.ts
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CrowdSample } from './load/crowd.ts';
import { startServer } from './servers/start-server.ts';
import { createBenchFile } from './stores/bench-file.ts';

const SUBSCRIBERS = Number(process.env['SUBSCRIBERS'] ?? 1000);
const EVENTS = Number(process.env['EVENTS'] ?? 20);
const PAUSE_MS = Number(process.env['PAUSE_MS'] ?? 500);
/** The beginning of the names of the contestants to measure. Default: all. */
const ONLY = process.env['ONLY'] ?? '';
const CONTESTANTS = [
  { name: 'formwork-sqlite', server: 'crowd-formwork', onDisk: true },
  { name: 'formwork-memory', server: 'crowd-formwork', onDisk: false },
  { name: 'stock-memory', server: 'crowd-stock', onDisk: false },
  { name: 'stock-sqlite', server: 'crowd-stock', onDisk: true },
] as const;

async function measure(
  { name, server: kind, onDisk }: (typeof CONTESTANTS)[number],
  tasks: number,
): Promise<void> {
  const file = createBenchFile();
  const server = await startServer(kind, onDisk ? [file.file] : []);
  try {
    const idle = server.residentMegabytes();
    const before = server.cpuSeconds();
    let peak = idle;
    const watch = setInterval(() => {
      peak = Math.max(peak, server.residentMegabytes());
    }, 100);
    const load = new URL('load/crowd.ts', import.meta.url).pathname;
    const args = [load, ...[server.port, SUBSCRIBERS, tasks, EVENTS, PAUSE_MS].map(String)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    clearInterval(watch);
    const { p50, p99, max, faulty, delivered } = JSON.parse(stdout) as CrowdSample;
    const cpu = server.cpuSeconds() - before;
    console.log(
      `  ${name.padEnd(16)} delay p50 ${p50} ms, p99 ${p99} ms, max ${max} ms   memory ${idle.toFixed(0)} to ${peak.toFixed(0)} MB   cpu ${cpu.toFixed(1)} s`,
    );
    if (faulty > 0) {
      const all = SUBSCRIBERS * EVENTS;
      console.log(
        `  ${''.padEnd(16)} ${faulty} subscribers missed events or got some twice: ${delivered} of ${all} arrived`,
      );
    }
  } finally {
    server.stop();
    file.remove();
  }
}

for (const tasks of [1, 100]) {
  console.log(
    `\n${SUBSCRIBERS} subscribers, ${tasks} task(s), ${EVENTS} events each, ${PAUSE_MS} ms apart`,
  );
  for (const contestant of CONTESTANTS) {
    if (contestant.name.startsWith(ONLY)) await measure(contestant, tasks);
  }
}
