// Compares tasks in PostgreSQL with a stock SDK agent on the SDK's own store on the same server,
// one after the other in one run: short tasks, and a task with 400 events. Commits reach the disk.
// Prints rates and ratios.
//
//   node test/bench/postgres.ts
//   ROUNDS=2 SECONDS=3 node test/bench/postgres.ts

import { startPostgres } from '@formwork/postgres/testing';
import pg from 'pg';
import { compareServers, type Contestant } from './compare-servers.ts';
import { HEADERS } from './load/create-body.ts';
import { median } from './median.ts';
import { startServer } from './servers/start-server.ts';
import { toFigure, type Figure } from './table/figure.ts';
import { toServerFigures } from './table/server-figures.ts';
import { UnavailableError } from './table/unavailable-error.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const EVENTS = 400;
const DATABASES = ['formwork_bench', 'sdk_bench'];

/** The URLs of two empty databases on one server. */
interface Databases {
  readonly ours: string;
  readonly theirs: string;
}

/** Calls `use` with two databases, which are dropped afterwards. */
async function withDatabases<Result>(use: (urls: Databases) => Promise<Result>): Promise<Result> {
  const server = await startPostgres({ isDurable: true }).catch((cause: unknown) => {
    throw new UnavailableError(`there is no PostgreSQL: ${String(cause)}`, { cause });
  });
  const keeper = new pg.Client(server.connection);
  await keeper.connect();
  try {
    for (const name of DATABASES) await keeper.query(`create database ${name}`);
    const [ours = '', theirs = ''] = DATABASES.map((name) => {
      const url = new URL(server.url);
      url.pathname = name;
      return url.href;
    });
    return await use({ ours, theirs });
  } finally {
    for (const name of DATABASES) {
      await keeper.query(`drop database if exists ${name} with (force)`);
    }
    await keeper.end();
    await server.stop();
  }
}

function toContestants({ ours, theirs }: Databases): readonly Contestant[] {
  return [
    { name: 'formwork', server: 'formwork', args: [ours] },
    { name: 'stock', server: 'stock', args: [theirs] },
  ];
}

/** Returns what tasks in PostgreSQL cost beside the SDK's store on the same server. */
export async function toFigures(): Promise<readonly Figure[]> {
  return withDatabases(async (urls) => {
    const figures = await toServerFigures(toContestants(urls), { peers: ['stock'] });
    const { own, peer } = await measureEssays(urls);
    const essay = { unit: 'ms', ours: own, peer: ['stock', peer] } as const;
    return [...figures, toFigure(`task with ${EVENTS} events`, essay)];
  });
}

/** The milliseconds of each task on both servers. */
interface Essays {
  readonly own: readonly number[];
  readonly peer: readonly number[];
}

/**
 * Measures the times of a task that streams an artifact in pieces of 1 kB, on Formwork's server and
 * the SDK's.
 */
async function measureEssays({ ours, theirs }: Databases): Promise<Essays> {
  const servers = [
    await startServer('essay-formwork', [ours]),
    await startServer('essay-stock', [theirs]),
  ] as const;
  const [own, peer]: readonly [number[], number[]] = [[], []];
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const [index, { port }] of servers.entries()) {
        const start = performance.now();
        await writeEssay(port);
        if (round >= 0) (index === 0 ? own : peer).push(performance.now() - start);
      }
    }
  } finally {
    for (const one of servers) one.stop();
  }
  return { own, peer };
}

async function writeEssay(port: number): Promise<void> {
  const parts = [{ text: JSON.stringify({ chunks: EVENTS, characters: 1000 }) }];
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts };
  const call = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
  const response = await fetch(`http://127.0.0.1:${port}/a2a`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify(call),
  });
  const text = await response.text();
  if (!text.includes('TASK_STATE_COMPLETED'))
    throw new Error(`Wrong answer: ${text.slice(0, 500)}`);
}

async function main(): Promise<void> {
  await withDatabases(async (urls) => {
    await compareServers(toContestants(urls));
    const essays = await measureEssays(urls);
    const [own, peer] = [median(essays.own), median(essays.peer)];
    console.log(`\na task with ${EVENTS} events, medians of ${ROUNDS} rounds`);
    console.log(`  formwork ${own.toFixed(0)} ms   stock ${peer.toFixed(0)} ms`);
    console.log(`  stock / formwork ${(peer / own).toFixed(1)}`);
  });
}

if (import.meta.main) await main();
