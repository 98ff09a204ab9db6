// Measures replicas on one database: the time until a reader at another replica gets an event, the
// time of a cancellation through another replica, the wait of a killed replica's tasks, and the
// memory of waiting tasks and open streams. Commits reach the disk. With --seeds, runs the test of
// faults that many times instead, with four replicas, and prints what each run did and found.
//
//   node test/bench/replicas.ts
//   node test/bench/replicas.ts --seeds 100 --seconds 60
import { startPostgres } from '@formwork/postgres/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readEvents } from '../src/support/event-stream.ts';
import { HEADERS } from './load/create-body.ts';
import { median } from './median.ts';
import { runFaults } from './replica-faults.ts';
import { type BenchServer, startServer } from './servers/start-server.ts';

const WAITING = Number(process.env['WAITING'] ?? 10_000);
const STREAMS = Number(process.env['STREAMS'] ?? 1_000);

/** The URL of the database of all replicas. */
let databaseUrl = '';

interface Answer {
  readonly result?: {
    readonly task?: { readonly id: string };
    readonly status?: { readonly state: string };
  };
  readonly error?: unknown;
}

const { values: given } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    replicas: { type: 'string', default: '4' },
    callers: { type: 'string', default: '8' },
  },
});
if (given.seeds === undefined) {
  const database = await startPostgres({ isDurable: true });
  try {
    await measure(database.url);
  } finally {
    await database.stop();
  }
} else {
  process.exitCode = await runFaults({ ...given, seeds: given.seeds });
}

/** Measures replicas that share a database, and prints the figures. */
async function measure(url: string): Promise<void> {
  databaseUrl = url;
  await measureEvents();
  await measureCancels();
  await measureTakeOver('by default', []);
  await measureTakeOver('with leases of 3 s', ['3000', '200']);
  await measureMemory();
}

async function start(count: number, settings: readonly string[] = []): Promise<BenchServer[]> {
  const all: BenchServer[] = [];
  for (let index = 0; index < count; index += 1) {
    all.push(await startServer('replica-formwork', [databaseUrl, ...settings]));
  }
  return all;
}

async function call(port: number, method: string, params: object): Promise<Answer> {
  const response = await open(port, method, params);
  return (await response.json()) as Answer;
}

function open(port: number, method: string, params: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/a2a`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
}

async function begin(port: number, ticks: number, everyMs: number): Promise<string> {
  const metadata = { mimeType: 'application/json;schema=clock' };
  const parts = [{ data: { ticks, everyMs }, metadata }];
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts };
  const configuration = { returnImmediately: true };
  const answer = await call(port, 'SendMessage', { message, configuration });
  const id = answer.result?.task?.id;
  if (id === undefined) throw new Error(`No task: ${JSON.stringify(answer)}`);
  return id;
}

/**
 * Subscribes to a task and calls `use` with each text that its handler sends, and with the time of
 * its arrival.
 */
async function follow(
  port: number,
  id: string,
  use: (said: { attempt: number; time: number }, at: number) => void,
): Promise<void> {
  const response = await open(port, 'SubscribeToTask', { id });
  for await (const { data } of readEvents(response)) {
    const at = Date.now();
    const text = /"text":"(\{.*?\})"/u.exec(JSON.stringify(data))?.[1];
    if (text !== undefined) use(JSON.parse(JSON.parse(`"${text}"`) as string) as never, at);
  }
}

function print(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(0);
  console.log(
    `${what.padEnd(52)} p50 ${at(0.5)}   p95 ${at(0.95)}   max ${at(1)}   (${times.length})`,
  );
}

async function measureEvents(): Promise<void> {
  const [a, b] = await start(2);
  if (a === undefined || b === undefined) return;
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      const id = await begin(a.port, 100, 40);
      await follow(b.port, id, ({ time }, at) => times.push(at - time));
    }),
  );
  // The first event of each of the five streams was sent before the stream was opened.
  print('event to a reader of another replica, ms', times.slice(5));
  for (const one of [a, b]) one.stop();
}

async function measureCancels(): Promise<void> {
  const [a, b] = await start(2);
  if (a === undefined || b === undefined) return;
  const times: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const id = await begin(a.port, 1_000, 50);
    await sleep(60);
    const before = performance.now();
    await call(b.port, 'CancelTask', { id });
    for (;;) {
      const { result } = await call(b.port, 'GetTask', { id });
      if (result?.status?.state === 'TASK_STATE_CANCELED') break;
      await sleep(2);
    }
    times.push(performance.now() - before);
  }
  print('cancellation through another replica, ms', times);
  for (const one of [a, b]) one.stop();
}

async function measureTakeOver(name: string, settings: readonly string[]): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const [a, b] = await start(2, settings);
    if (a === undefined || b === undefined) return;
    const ids = await Promise.all(Array.from({ length: 20 }, () => begin(a.port, 200, 100)));
    await sleep(1_500);
    const killedAt = Date.now();
    a.kill();
    const ends: Promise<unknown>[] = [];
    await Promise.all(
      ids.map(async (id) => {
        let isSeen = false;
        await follow(b.port, id, ({ attempt, time }) => {
          if (attempt > 1 && !isSeen) {
            isSeen = true;
            times.push(time - killedAt);
            ends.push(call(b.port, 'CancelTask', { id }));
          }
        });
      }),
    );
    await Promise.all(ends);
    b.stop();
  }
  print(`take-over after kill -9, ${name}, ms`, times);
}

async function measureMemory(): Promise<void> {
  const all = await start(2);
  const before = all.map((one) => one.residentMegabytes());
  const [a, b] = all;
  if (a === undefined || b === undefined) return;
  for (let made = 0; made < WAITING; made += 50) {
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const parts = [
          { data: { text: 'x' }, metadata: { mimeType: 'application/json;schema=question' } },
        ];
        const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts };
        const { error } = await call(all[index % 2]?.port ?? 0, 'SendMessage', { message });
        if (error !== undefined) throw new Error(JSON.stringify(error));
      }),
    );
  }
  const waiting = all.map((one) => one.residentMegabytes());
  const task = await begin(a.port, 20, 500);
  let events = 0;
  const followers = Array.from({ length: STREAMS }, (_, index) =>
    follow(all[index % 2]?.port ?? 0, task, () => {
      events += 1;
    }),
  );
  await sleep(8_000);
  const streaming = all.map((one) => one.residentMegabytes());
  await Promise.all(followers);
  console.log(
    `memory of two replicas, MB: at rest ${show(before)}, ${WAITING} waiting tasks ${show(waiting)}, ${STREAMS} open streams ${show(streaming)}; ${events} events`,
  );
  for (const one of all) one.stop();
}

function show(values: readonly number[]): string {
  return median(values).toFixed(0);
}
