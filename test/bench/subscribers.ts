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
import { toFigure, type Figure } from './table/figure.ts';

const SUBSCRIBERS = Number(process.env['SUBSCRIBERS'] ?? 1000);
const EVENTS = Number(process.env['EVENTS'] ?? 20);
const PAUSE_MS = Number(process.env['PAUSE_MS'] ?? 500);
/** The time for which a task waits for subscribers before its first event, in milliseconds. */
const GATHERING_MS = Number(process.env['GATHERING_MS'] ?? 8_000);
/** The number of times that {@link toFigures} measures each contestant. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
/** The beginning of the names of the contestants to measure. Default: all. */
const ONLY = process.env['ONLY'] ?? '';
const CONTESTANTS = [
  { name: 'formwork-sqlite', server: 'crowd-formwork', onDisk: true },
  { name: 'formwork-memory', server: 'crowd-formwork', onDisk: false },
  { name: 'stock-memory', server: 'crowd-stock', onDisk: false },
  { name: 'stock-sqlite', server: 'crowd-stock', onDisk: true },
] as const;
type Contestant = (typeof CONTESTANTS)[number];

/** The events that a crowd of subscribers got from one server, and their cost. */
interface CrowdCost extends CrowdSample {
  /** The resident memory before the crowd came and at most, in megabytes. */
  readonly idle: number;
  readonly peak: number;
  /** The processor time, in seconds. */
  readonly cpu: number;
}

async function measure({ server: kind, onDisk }: Contestant, tasks: number): Promise<CrowdCost> {
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
    const numbers = [server.port, SUBSCRIBERS, tasks, EVENTS, PAUSE_MS, GATHERING_MS];
    const { stdout } = await promisify(execFile)(process.execPath, [load, ...numbers.map(String)]);
    clearInterval(watch);
    const sample = JSON.parse(stdout) as CrowdSample;
    return { ...sample, idle, peak, cpu: server.cpuSeconds() - before };
  } finally {
    server.stop();
    file.remove();
  }
}

function print(name: string, { p50, p99, max, faulty, delivered, ...cost }: CrowdCost): void {
  const { idle, peak, cpu } = cost;
  console.log(
    `  ${name.padEnd(16)} delay p50 ${p50} ms, p99 ${p99} ms, max ${max} ms   memory ${idle.toFixed(0)} to ${peak.toFixed(0)} MB   cpu ${cpu.toFixed(1)} s`,
  );
  if (faulty > 0) {
    const all = SUBSCRIBERS * EVENTS;
    console.log(
      `  ${''.padEnd(16)} ${faulty} subscribers missed events or got some twice: ${delivered} of ${all} arrived`,
    );
  }
}

/** Returns how soon readers of one task get an event, and what a reader takes. */
export async function toFigures(): Promise<readonly Figure[]> {
  const found = new Map<string, CrowdCost[]>(CONTESTANTS.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contestant of CONTESTANTS) {
      const cost = await measure(contestant, 1);
      if (cost.faulty > 0) throw new Error(`${cost.faulty} readers of ${contestant.name} missed`);
      found.get(contestant.name)?.push(cost);
    }
  }
  return (['memory', 'sqlite'] as const).flatMap((store) => {
    const where = store === 'memory' ? 'in memory' : 'on SQLite';
    const compare = (name: string, unit: string, read: (cost: CrowdCost) => number): Figure =>
      toFigure(`${name}, ${where}`, {
        unit,
        ours: (found.get(`formwork-${store}`) ?? []).map(read),
        peer: [`stock-${store}`, (found.get(`stock-${store}`) ?? []).map(read)],
      });
    return [
      compare('p50 of an event', 'ms', ({ p50 }) => p50),
      compare('p99 of an event', 'ms', ({ p99 }) => p99),
      compare('memory per reader', 'MB', ({ idle, peak }) => (peak - idle) / SUBSCRIBERS),
      compare('processor of a crowd', 's', ({ cpu }) => cpu),
    ];
  });
}

async function main(): Promise<void> {
  for (const tasks of [1, 100]) {
    console.log(
      `\n${SUBSCRIBERS} subscribers, ${tasks} task(s), ${EVENTS} events each, ${PAUSE_MS} ms apart`,
    );
    for (const contestant of CONTESTANTS) {
      if (!contestant.name.startsWith(ONLY)) continue;
      print(contestant.name, await measure(contestant, tasks));
    }
  }
}

if (import.meta.main) await main();
