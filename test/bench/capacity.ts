// Measures the quantities from which `docs/operate/capacity.md` computes how far one PostgreSQL goes: the
// transactions and the bytes of log and tables for each task, the load of a replica without work,
// and the speed of retention. Commits reach the disk.
//
//   node test/bench/capacity.ts
import { createPostgresEngine } from '@formwork/postgres';
import { startPostgres } from '@formwork/postgres/testing';
import type { Scope } from '@formwork/runtime';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createBody, HEADERS } from './load/create-body.ts';
import { type BenchServer, startServer } from './servers/start-server.ts';
import { createMessage } from './stores/payload.ts';
import { openPostgresCounters, type PostgresCounts } from './stores/postgres-counters.ts';

const IDLE_SECONDS = 20;
const TASKS = 4_000;
const ESSAYS = 40;
const NOTICES = 1_000;
const ROUNDS = 12;
const ROUND_TASKS = 5_000;
const KIBIBYTE = 1_024;

const server = await startPostgres({ isDurable: true });
const counters = await openPostgresCounters(server);
try {
  await measureTasks();
  await measureNotices();
  await measureRetention();
} finally {
  await counters.close();
  await server.stop();
}

/** Measures a replica without work, short tasks at three paces, and tasks with 400 events. */
async function measureTasks(): Promise<void> {
  const replica = await startServer('formwork', [server.url]);
  const essays = await startServer('essay-formwork', [await createDatabase('essays')]);
  const all = [replica, essays];
  await callAll(replica, 2_000, 32);
  // Waits until the replicas, some seconds after the last change, check for changes less often.
  await sleep(10_000);
  const idle = await count(() => sleep(IDLE_SECONDS * 1_000));
  const perSecond = idle.transactions / idle.seconds;
  console.log(
    `a replica without work: ${(perSecond / all.length).toFixed(1)} transactions/s, ${((idle.cpuSeconds / idle.seconds / all.length) * 1_000).toFixed(1)} ms of the database's processor each second`,
  );
  for (const callers of [1, 8, 32]) {
    const done = await count(() => callAll(replica, TASKS, callers));
    print(`a short task, ${callers} callers`, { done, tasks: TASKS, perSecond });
  }
  const written = await count(async () => {
    for (let made = 0; made < ESSAYS; made += 1) await writeEssay(essays);
  });
  print('a task with 400 pieces of 1 kB', { done: written, tasks: ESSAYS, perSecond });
  for (const one of all) one.stop();
}

/**
 * Creates a database for one agent, because two agents on one database would take each other's
 * tasks.
 */
async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = name;
  return url.href;
}

interface Counted extends PostgresCounts {
  readonly seconds: number;
}

/** Runs `act`, and returns its duration and the work that the database did meanwhile. */
async function count(act: () => Promise<unknown>): Promise<Counted> {
  const before = await counters.read();
  const start = performance.now();
  await act();
  const after = await counters.read();
  return {
    seconds: (performance.now() - start) / 1_000,
    transactions: after.transactions - before.transactions,
    logBytes: after.logBytes - before.logBytes,
    tableBytes: after.tableBytes - before.tableBytes,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
  };
}

interface Work {
  readonly done: Counted;
  readonly tasks: number;
  /** The transactions per second of replicas without work, which are subtracted. */
  readonly perSecond: number;
}

function print(what: string, { done, tasks, perSecond }: Work): void {
  const transactions = (done.transactions - perSecond * done.seconds) / tasks;
  const kibibytes = (bytes: number): string => (bytes / tasks / KIBIBYTE).toFixed(1);
  console.log(
    `${what}: ${(tasks / done.seconds).toFixed(0)}/s, ${transactions.toFixed(1)} transactions, ${kibibytes(done.logBytes)} KiB of log, ${kibibytes(done.tableBytes)} KiB of tables, ${((done.cpuSeconds / tasks) * 1_000).toFixed(2)} ms of the database's processor`,
  );
}

async function callAll(replica: BenchServer, tasks: number, callers: number): Promise<void> {
  let left = tasks;
  async function callOn(): Promise<void> {
    while (left > 0) {
      left -= 1;
      await send(replica, createBody());
    }
  }
  await Promise.all(Array.from({ length: callers }, callOn));
}

async function writeEssay(essays: BenchServer): Promise<void> {
  const parts = [{ text: JSON.stringify({ chunks: 400, characters: 1_000 }) }];
  const message = { messageId: randomUUID(), role: 'ROLE_USER', parts };
  await send(
    essays,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
  );
}

async function send({ port }: BenchServer, body: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/a2a`, {
    method: 'POST',
    headers: HEADERS,
    body,
  });
  const text = await response.text();
  if (!text.includes('TASK_STATE_COMPLETED')) throw new Error(`Wrong answer: ${text}`);
}

/** Measures the processor time that the database needs to notify 0 to 100 replicas. */
async function measureNotices(): Promise<void> {
  const sender = new pg.Client(server.connection);
  await sender.connect();
  for (const listeners of [0, 10, 50, 100]) {
    const clients = Array.from({ length: listeners }, () => new pg.Client(server.connection));
    const ends: Promise<void>[] = [];
    for (const client of clients) {
      await client.connect();
      ends.push(untilLast(client));
      await client.query('listen capacity');
    }
    const done = await count(async () => {
      for (let sent = 1; sent <= NOTICES; sent += 1) {
        await sender.query(`select pg_notify('capacity', $1)`, [`${sent}`]);
      }
      await Promise.all(ends);
    });
    const cost = (done.cpuSeconds / NOTICES) * 1_000;
    console.log(
      `a notice to ${listeners} replicas: ${cost.toFixed(2)} ms of the database's processor, ${(NOTICES / done.seconds).toFixed(0)}/s with the listeners on this machine`,
    );
    for (const client of clients) await client.end();
  }
  await sender.end();
}

/** Resolves once a client has received the last notification. */
function untilLast(client: pg.Client): Promise<void> {
  return new Promise((resolve) => {
    client.on('notification', ({ payload }) => {
      if (payload === `${NOTICES}`) resolve();
    });
  });
}

/** Makes tasks and deletes them, again and again, and prints the size of the tables. */
async function measureRetention(): Promise<void> {
  const engine = createPostgresEngine({ url: server.url, schema: 'retention' });
  const scope = 'alice' as Scope;
  const sizes: string[] = [];
  let deleted = 0;
  let pruneMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await makeTasks();
    const start = performance.now();
    for (;;) {
      const pruned = await engine.prune({ keepFinished: 0 });
      deleted += pruned;
      if (pruned === 0) break;
    }
    pruneMs += performance.now() - start;
    // Autovacuum may take this long to start.
    await sleep(5_000);
    const { tableBytes } = await counters.read();
    sizes.push((tableBytes / KIBIBYTE ** 2).toFixed(0));
  }
  await engine.close();
  console.log(
    `retention: ${deleted} tasks deleted, ${((deleted / pruneMs) * 1_000).toFixed(0)}/s; tables of all schemas after each round of ${ROUND_TASKS}: ${sizes.join(' ')} MiB`,
  );

  async function makeTasks(): Promise<void> {
    let left = ROUND_TASKS;
    async function makeOn(): Promise<void> {
      while (left > 0) {
        left -= 1;
        const { lease } = await engine.create(
          {
            id: randomUUID(),
            scope,
            contextId: randomUUID(),
            message: createMessage('Lion or tiger?'),
            metadata: {},
            invocation: { kind: 'text', text: 'Lion or tiger?', acceptedOutputModes: [] },
          },
          { worker: 'bench', ttlMs: 60_000 },
        );
        if (lease === undefined) throw new Error('A new task must come leased.');
        await engine.append(lease, [
          { kind: 'status', state: 'working' },
          { kind: 'status', state: 'completed' },
        ]);
      }
    }
    await Promise.all(Array.from({ length: 64 }, makeOn));
  }
}
