import type { Scope } from '@formwork/runtime';
import type { IdempotencyKey } from '@formwork/runtime';
import {
  createMemoryEngine,
  type Lease,
  type NewTaskEvent,
  type TaskEngine,
} from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
// Compares the SQLite engine with the SDK's database store, both with WAL and synchronous=FULL on
// separate files, one after the other in one run. Prints rates, bytes and ratios; asserts nothing
// about time.
//
//   node test/bench/engine.ts
//   ROUNDS=2 SECONDS=1 node test/bench/engine.ts
import { randomUUID } from 'node:crypto';
import { median } from './median.ts';
import { createBenchFile, readWrittenBytes } from './stores/bench-file.ts';
import { createChunk, createMessage } from './stores/payload.ts';
import { openSdkStore } from './stores/sdk-store.ts';
import { toFigure, type Figure } from './table/figure.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SECONDS = Number(process.env['SECONDS'] ?? 2);
const CLAIM = { worker: 'bench', ttlMs: 60_000 };
const SCOPE = 'alice' as Scope;

interface Subject {
  readonly runTask: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

function createTask(engine: TaskEngine): Promise<Lease> {
  const message = createMessage('Lion or tiger?');
  return engine
    .create(
      {
        id: randomUUID(),
        scope: SCOPE,
        contextId: randomUUID(),
        idempotencyKey: message.messageId as IdempotencyKey,
        message,
        metadata: {},
        invocation: { kind: 'text', text: 'Lion or tiger?', acceptedOutputModes: [] },
      },
      CLAIM,
    )
    .then(({ lease }) => {
      if (lease === undefined) throw new Error('A new task must come leased.');
      return lease;
    });
}

function chunkEvent(characters: number): NewTaskEvent {
  return { kind: 'artifact', artifact: createChunk(characters), append: true, lastChunk: false };
}

/**
 * Does what an engine does for one blocking request: creates and claims a task, appends three
 * events at once, and reads the result.
 */
async function runTask(engine: TaskEngine): Promise<void> {
  const lease = await createTask(engine);
  await engine.append(lease, [
    { kind: 'status', state: 'working' },
    chunkEvent(300),
    { kind: 'status', state: 'completed' },
  ]);
  const task = await engine.get(SCOPE, lease.taskId);
  if (task?.state !== 'completed') throw new Error('The task must be completed.');
}

async function measureRate({ runTask: run }: Subject, concurrency: number): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  let count = 0;
  async function work(): Promise<void> {
    while (performance.now() < end) {
      await run();
      count += 1;
    }
  }
  const start = performance.now();
  await Promise.all(Array.from({ length: concurrency }, work));
  return (count * 1000) / (performance.now() - start);
}

function print(label: string, value: string): void {
  console.log(`  ${label.padEnd(58)} ${value}`);
}

/** The tasks per second of each store, one for each round. */
type Rates = Readonly<Record<'sqlite' | 'sdk' | 'memory', readonly number[]>>;

async function measureTasks(concurrency: number): Promise<Rates> {
  const rates = { sqlite: [] as number[], sdk: [] as number[], memory: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ours, theirs] = [createBenchFile(), createBenchFile()];
    const engine = createSqliteEngine({ file: ours.file });
    const memory = createMemoryEngine();
    const subjects: Readonly<Record<keyof Rates, Subject>> = {
      sqlite: { runTask: () => runTask(engine), close: () => engine.close() },
      sdk: await openSdkStore(theirs.file),
      memory: { runTask: () => runTask(memory), close: () => memory.close() },
    };
    for (const name of ['sqlite', 'sdk', 'memory'] as const) {
      rates[name].push(await measureRate(subjects[name], concurrency));
      await subjects[name].close();
    }
    ours.remove();
    theirs.remove();
  }
  return rates;
}

async function compareTasks(concurrency: number): Promise<void> {
  const rates = await measureTasks(concurrency);
  const [sqlite, sdk, memory] = [rates.sqlite, rates.sdk, rates.memory].map(median);
  console.log(`\nBlocking tasks, ${concurrency} at a time: create+claim, append 3 events, get`);
  print('sqlite engine', `${sqlite?.toFixed(0)} tasks/s`);
  print('sdk store (4 saves, load; no lease, no log)', `${sdk?.toFixed(0)} tasks/s`);
  print('memory engine', `${memory?.toFixed(0)} tasks/s`);
  print('sqlite / sdk', ((sqlite ?? 0) / (sdk ?? 1)).toFixed(2));
}

/** Returns how many tasks the SQLite engine runs beside the SDK's store. */
export async function toFigures(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const concurrency of [1, 16]) {
    const { sqlite, sdk } = await measureTasks(concurrency);
    const name = `tasks with three events, ${concurrency} at a time`;
    figures.push(toFigure(name, { unit: '/s', ours: sqlite, peer: ['SDK store', sdk] }));
  }
  return figures;
}

/**
 * Prints the time of streaming an artifact in chunks into an SQLite engine; `together` is the
 * number of appends under way at once.
 */
async function measureStream(chunks: number, together: number): Promise<void> {
  const { file, size, remove } = createBenchFile();
  const engine = createSqliteEngine({ file });
  const lease = await createTask(engine);
  const [before, written] = [size(), readWrittenBytes()];
  const start = performance.now();
  for (let count = 0; count < chunks; count += together) {
    const events = Array.from({ length: Math.min(together, chunks - count) }, () =>
      chunkEvent(1024),
    );
    await Promise.all(events.map((event) => engine.append(lease, [event])));
  }
  const seconds = (performance.now() - start) / 1000;
  const after = readWrittenBytes();
  const grown = size() - before;
  const text = chunks * 1024;
  const payload = chunks * JSON.stringify(chunkEvent(1024)).length;
  const reading = performance.now();
  await engine.get(SCOPE, lease.taskId);
  const folded = performance.now() - reading;
  await engine.append(lease, [chunkEvent(1024)]);
  const again = performance.now();
  await engine.get(SCOPE, lease.taskId);
  const refolded = performance.now() - again;
  await engine.close();
  const end = size();
  remove();
  console.log(`\n${chunks} artifact chunks of 1 kB, ${together} append(s) at a time`);
  print('rate', `${(chunks / seconds).toFixed(0)} appends/s`);
  print('file and log grew by', `${grown} bytes: ${ratio(grown, text)} of the text`);
  print('', `${ratio(grown, payload)} of the events as JSON`);
  print('file in the end', `${end} bytes: ${ratio(end, text)} of the text`);
  if (written !== undefined && after !== undefined) {
    print('the system wrote, in blocks of 4 kB', `${ratio(after - written, text)} of the text`);
  }
  print('first get, get after one more', `${folded.toFixed(1)} ms, ${refolded.toFixed(1)} ms`);
}

async function measureSdkStream(chunks: number): Promise<void> {
  const { file, size, remove } = createBenchFile();
  const store = await openSdkStore(file);
  const [before, written] = [size(), readWrittenBytes()];
  const start = performance.now();
  await store.runStream(chunks, 1024);
  const seconds = (performance.now() - start) / 1000;
  const after = readWrittenBytes();
  console.log(`\n${chunks} artifact chunks of 1 kB, sdk store`);
  print('rate', `${(chunks / seconds).toFixed(0)} saves/s`);
  print('file and log grew by', `${ratio(size() - before, chunks * 1024)} of the text`);
  if (written !== undefined && after !== undefined) {
    print('the system wrote', `${ratio(after - written, chunks * 1024)} of the text`);
  }
  await store.close();
  remove();
}

function ratio(bytes: number, text: number): string {
  return `${(bytes / text).toFixed(2)} x`;
}

async function main(): Promise<void> {
  for (const concurrency of [1, 16, 64]) await compareTasks(concurrency);
  for (const [chunks, together] of [
    [400, 1],
    [400, 16],
    [400, 400],
    [6400, 1],
    [6400, 16],
  ] as const) {
    await measureStream(chunks, together);
  }
  await measureSdkStream(400);
}

if (import.meta.main) await main();
