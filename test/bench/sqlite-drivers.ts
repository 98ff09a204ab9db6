// Compares the SQLite engine on `node:sqlite` with the same on `better-sqlite3`: the same work, by
// turns, each in a process of its own. Prints the processor time of each operation and the ratio of
// the medians; asserts nothing about time.
//
//   node test/bench/sqlite-drivers.ts
//   ROUNDS=2 TASKS=500 node test/bench/sqlite-drivers.ts
import type { Scope } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from './median.ts';
import { createBenchFile } from './stores/bench-file.ts';
import { createChunk, createMessage } from './stores/payload.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const TASKS = Number(process.env['TASKS'] ?? 3_000);
const DRIVERS = ['better-sqlite3', 'node:sqlite'] as const;
const SCOPE = 'alice' as Scope;
const CALLERS = 16;
const CLAIM = { worker: 'bench', ttlMs: 600_000 };

/** What one operation takes, in microseconds: of the processor, and until it has an answer. */
interface Cost {
  readonly cpuUs: number;
  readonly wallUs: number;
}

/** Runs an operation `count` times, by some callers at once. */
async function measure(
  count: number,
  operation: (index: number) => unknown,
  callers = CALLERS,
): Promise<Cost> {
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  let next = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < count) await operation(next++);
    }),
  );
  const wallUs = ((performance.now() - start) * 1_000) / count;
  const { user, system } = process.cpuUsage(cpu);
  return { cpuUs: (user + system) / count, wallUs };
}

async function measureAll(): Promise<Readonly<Record<string, Cost>>> {
  const { file, remove } = createBenchFile();
  let engine = createSqliteEngine({ file });
  await engine.countStates();
  const ids = Array.from({ length: TASKS }, () => randomUUID());
  const leases = new Map<number, NonNullable<Awaited<ReturnType<typeof engine.create>>['lease']>>();
  const create = await measure(TASKS, async (index) => {
    const text = `Lion ${index} or tiger?`;
    const { lease } = await engine.create(
      {
        id: ids[index] ?? '',
        scope: SCOPE,
        contextId: 'context',
        message: createMessage(text),
        metadata: {},
        invocation: { kind: 'text', text, acceptedOutputModes: [] },
      },
      CLAIM,
    );
    if (lease !== undefined) leases.set(index, lease);
  });
  const append = await measure(TASKS * 3, async (index) => {
    const lease = leases.get(index % TASKS);
    if (lease === undefined) throw new Error('Every task must have a lease.');
    const artifact = createChunk(300);
    await engine.append(lease, [{ kind: 'artifact', artifact, append: true, lastChunk: false }]);
  });
  await engine.close();
  // A new engine has read nothing yet.
  engine = createSqliteEngine({ file });
  await engine.countStates();
  const read = await measure(TASKS, (index) =>
    engine.read(SCOPE, ids[index] ?? '', { after: 0, limit: 100 }),
  );
  const get = await measure(TASKS, (index) => engine.get(SCOPE, ids[index] ?? ''));
  const list = await measure(300, () => engine.list(SCOPE, { pageSize: 50 }));
  const search = await measure(60, (index) =>
    engine.list(SCOPE, { pageSize: 50, text: `lion ${index}` }),
  );
  const claim = await measure(300, () => engine.claim({ ...CLAIM, worker: 'other' }, 10));
  await engine.close();
  const open = await measure(
    60,
    async () => {
      const opened = createSqliteEngine({ file });
      await opened.countStates();
      await opened.close();
    },
    1,
  );
  remove();
  return { create, append, read, get, list, search, claim, 'open, close': open };
}

async function runChild(driver: string): Promise<Readonly<Record<string, Cost>>> {
  const env = { ...process.env, FORMWORK_SQLITE: driver };
  const program = [fileURLToPath(import.meta.url), 'child'];
  const { stdout } = await promisify(execFile)(process.execPath, program, { env });
  return JSON.parse(stdout) as Readonly<Record<string, Cost>>;
}

if (process.argv[2] === 'child') {
  console.log(JSON.stringify(await measureAll()));
} else {
  const rounds: Record<(typeof DRIVERS)[number], Readonly<Record<string, Cost>>[]> = {
    'better-sqlite3': [],
    'node:sqlite': [],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = round % 2 === 0 ? DRIVERS : DRIVERS.toReversed();
    for (const driver of order) rounds[driver].push(await runChild(driver));
  }
  console.log(`Processor time of one operation in µs, medians of ${ROUNDS} rounds`);
  for (const name of Object.keys(rounds['node:sqlite'][0] ?? {})) {
    const [before = 0, after = 0] = DRIVERS.map((driver) =>
      median(rounds[driver].map((costs) => costs[name]?.cpuUs ?? Number.NaN)),
    );
    const [slow = 0, fast = 0] = DRIVERS.map((driver) =>
      median(rounds[driver].map((costs) => costs[name]?.wallUs ?? Number.NaN)),
    );
    console.log(
      `${name.padEnd(12)} better-sqlite3 ${before.toFixed(1)}, node:sqlite ${after.toFixed(1)}: ${(after / before).toFixed(2)} (time until the answer ${(fast / slow).toFixed(2)})`,
    );
  }
}
