// Compares one, two and four replicas on one PostgreSQL, in turn in one run, with the callers and
// the database on the same machine. Prints requests per second, and the processor time of replicas
// and database for a request. Commits reach the disk.
//
//   node test/bench/scaling.ts
//   ROUNDS=2 SECONDS=3 node test/bench/scaling.ts
import { startPostgres } from '@formwork/postgres/testing';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Sample } from './load/create-body.ts';
import { median } from './median.ts';
import { type BenchServer, startServer } from './servers/start-server.ts';
import { openPostgresCounters, type PostgresCounters } from './stores/postgres-counters.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const SECONDS = Number(process.env['SECONDS'] ?? 4);
/** The time for which each group of replicas is used before the measurement, in seconds. */
const WARM_UP = 12;
const SIZES = [1, 2, 4];

/** The figures of one round with one number of replicas. */
interface Round {
  readonly rate: number;
  readonly p99: number;
  /** The processor time of all replicas for a request, in milliseconds. */
  readonly replicaCost: number;
  /** The processor time of the database for a request, in milliseconds. */
  readonly databaseCost: number;
  readonly transactions: number;
}

interface Fleet {
  readonly size: number;
  readonly servers: readonly BenchServer[];
  readonly rounds: Round[];
}

const server = await startPostgres({ isDurable: true });
const counters = await openPostgresCounters(server);
const fleets = await Promise.all(SIZES.map(startFleet));
try {
  for (const { servers } of fleets) await load(servers, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const fleet of fleets) fleet.rounds.push(await measure(fleet.servers, counters));
  }
  console.log(`medians of ${ROUNDS} rounds of ${SECONDS} s, 32 connections`);
  for (const { size, rounds } of fleets) {
    const at = (name: keyof Round, digits: number): string =>
      median(rounds.map((one) => one[name])).toFixed(digits);
    console.log(
      `  ${size} replicas ${at('rate', 0).padStart(6)} requests/s   p99 ${at('p99', 0)} ms   processor for a request: replicas ${at('replicaCost', 2)} ms, database ${at('databaseCost', 2)} ms   transactions for a request ${at('transactions', 2)}`,
    );
  }
} finally {
  for (const { servers } of fleets) for (const one of servers) one.stop();
  await counters.close();
  await server.stop();
}

/** Starts that many replicas, on a new database of the shared PostgreSQL server. */
async function startFleet(size: number): Promise<Fleet> {
  const name = `scaling_${size}`;
  const keeper = new pg.Client(server.connection);
  await keeper.connect();
  await keeper.query(`create database ${name}`);
  await keeper.end();
  const url = new URL(server.url);
  url.pathname = name;
  const servers: BenchServer[] = [];
  for (let index = 0; index < size; index += 1) {
    servers.push(await startServer('formwork', [url.href]));
  }
  return { size, servers, rounds: [] };
}

async function measure(
  servers: readonly BenchServer[],
  { read }: Pick<PostgresCounters, 'read'>,
): Promise<Round> {
  const cpu = (): number => servers.reduce((sum, one) => sum + one.cpuSeconds(), 0);
  const [before, cpuBefore] = [await read(), cpu()];
  const { rate, p99 } = await load(servers, SECONDS);
  const [after, cpuAfter] = [await read(), cpu()];
  const requests = rate * SECONDS;
  return {
    rate,
    p99,
    replicaCost: ((cpuAfter - cpuBefore) * 1_000) / requests,
    databaseCost: ((after.cpuSeconds - before.cpuSeconds) * 1_000) / requests,
    transactions: (after.transactions - before.transactions) / requests,
  };
}

async function load(servers: readonly BenchServer[], seconds: number): Promise<Sample> {
  const file = new URL('load/with-replicas.ts', import.meta.url).pathname;
  const ports = servers.map(({ port }) => String(port));
  const { stdout } = await promisify(execFile)(process.execPath, [file, String(seconds), ...ports]);
  return JSON.parse(stdout) as Sample;
}
