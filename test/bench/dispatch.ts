// Compares ways to dispatch tasks on one PostgreSQL server: claiming rows, pg-boss, and BullMQ on
// Redis. Measures how many waiting tasks are done per second, how soon a task begins in a process
// with a free place, and how long the tasks of a killed process wait. Commits reach the disk.
//
//   node test/bench/dispatch.ts
import { startPostgres } from '@formwork/postgres/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Replica,
  type ReplicaReport,
  type ReplicaSettings,
  startReplica,
} from '../src/dispatch/start-replica.ts';
import { startRedis } from '../src/support/start-redis.ts';
import { median } from './median.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const TASKS = Number(process.env['TASKS'] ?? 1_000);
const PICKUPS = 200;
const LEASE_MS = 3_000;

type Dispatch = ReplicaSettings['dispatch'];

const WAYS: readonly Dispatch[] = ['rows', 'pg-boss', 'bullmq'];

interface Figures {
  readonly perSecond: number[];
  readonly pickups: number[];
  readonly takeOvers: number[];
}

/** The replicas of one round, and the tasks that they have reported as made and as begun. */
interface Round {
  readonly all: readonly Replica[];
  readonly made: Map<string, number>;
  readonly began: { readonly taskId: string; readonly attempt: number; readonly at: number }[];
}

const server = await startPostgres({ isDurable: true });
const redis = await startRedis();
const figures = new Map<Dispatch, Figures>(
  WAYS.map((way) => [way, { perSecond: [], pickups: [], takeOvers: [] }]),
);
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of WAYS) await measureOverflow(way);
    for (const way of WAYS) await measurePickup(way);
    for (const way of WAYS) await measureTakeOver(way);
  }
  for (const [way, { perSecond, pickups, takeOvers }] of figures) {
    const per = perSecond.map((value) => value.toFixed(0)).join(' ');
    console.log(
      `${way.padEnd(8)} ${TASKS} waiting tasks: ${median(perSecond).toFixed(0)} a second (${per})   begins after p50 ${at(pickups, 0.5)} p99 ${at(pickups, 0.99)} ms   take-over after kill -9, leases of ${LEASE_MS} ms: p50 ${at(takeOvers, 0.5)} max ${at(takeOvers, 1)} ms`,
    );
  }
} finally {
  await Promise.all([server.stop(), redis.stop()]);
}

function at(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(0);
}

async function start(
  dispatch: Dispatch,
  settings: readonly Pick<ReplicaSettings, 'concurrency' | 'leaseMs'>[],
): Promise<Round> {
  const schema = `bench_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const made = new Map<string, number>();
  const began: Round['began'] = [];
  function hear(said: ReplicaReport): void {
    if (said.kind === 'began') began.push(said);
    if (said.kind === 'made') made.set(said.taskId, said.at);
  }
  const all: Replica[] = [];
  for (const own of settings) {
    const place = { dispatch, schema, url: server.url, redisUrl: redis.url };
    all.push(await startReplica({ ...place, ...own }, hear));
  }
  await sleep(1_000);
  return { all, made, began };
}

async function until(isDone: () => boolean, what: () => string): Promise<void> {
  const end = performance.now() + 120_000;
  while (!isDone()) {
    if (performance.now() > end) throw new Error(`Not in time: ${what()}`);
    await sleep(2);
  }
}

async function stop({ all }: Round, from = 0): Promise<void> {
  await Promise.all(all.slice(from).map((one) => one.stop()));
}

/**
 * Measures the tasks done per second when one process makes tasks and two others run them, 16 each.
 */
async function measureOverflow(way: Dispatch): Promise<void> {
  const workers = [16, 16].map((concurrency) => ({ concurrency, leaseMs: 12_000 }));
  const round = await start(way, [{ concurrency: 0, leaseMs: 12_000 }, ...workers]);
  const begin = performance.now();
  round.all[0]?.tell({ kind: 'make', count: TASKS, text: '0' });
  const isDone = (): boolean => round.began.length >= TASKS;
  await until(isDone, () => `${way}: ${round.made.size} made, ${round.began.length} begun`);
  figures.get(way)?.perSecond.push((TASKS * 1_000) / (performance.now() - begin));
  await stop(round);
}

async function measurePickup(way: Dispatch): Promise<void> {
  const settings = [0, 16, 16].map((concurrency) => ({ concurrency, leaseMs: 12_000 }));
  const round = await start(way, settings);
  round.all[0]?.tell({ kind: 'make', count: PICKUPS, text: '0', everyMs: 40 });
  await until(
    () => round.began.length >= PICKUPS,
    () => `${way}, pick-up`,
  );
  await sleep(200);
  const times = round.began.map(({ taskId, at: time }) => time - (round.made.get(taskId) ?? NaN));
  figures.get(way)?.pickups.push(...times);
  await stop(round);
}

async function measureTakeOver(way: Dispatch): Promise<void> {
  const settings = [20, 40].map((concurrency) => ({ concurrency, leaseMs: LEASE_MS }));
  const round = await start(way, settings);
  round.all[0]?.tell({ kind: 'make', count: 20, text: '60000' });
  await until(
    () => round.began.length >= 20,
    () => `${way}, begin`,
  );
  await sleep(2_500 + Math.random() * 1_000);
  const killedAt = Date.now();
  await round.all[0]?.kill();
  const again = (): Round['began'] => round.began.filter(({ attempt }) => attempt > 1);
  await until(
    () => again().length >= 20,
    () => `${way}, take-over`,
  );
  figures.get(way)?.takeOvers.push(...again().map(({ at: time }) => time - killedAt));
  await round.all[1]?.kill();
}
