// A day of load within half an hour, on one server with every door and an SQLite file: callers over
// JSON-RPC, REST, gRPC, MCP and the session API, pages, readers that read slowly or nothing, halves
// of requests, more calls at once than the server takes, restarts and kills, and retention that
// deletes all the while. Heap, handles, files, rows and bytes must stay as they were, and no answer
// may be wrong. Exits with 1 otherwise.
//
//   node test/bench/day.ts
//   MINUTES=5 SEED=2 node test/bench/day.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCaller } from '../src/faults/load/caller.ts';
import { runErrand } from '../src/faults/load/errands.ts';
import { createRandom } from '../src/faults/load/random.ts';
import { createRecorder } from '../src/faults/load/recorder.ts';
import { startDayServer } from './day/day-server.ts';
import { listGrowth, readStore, type Reading } from './day/reading.ts';
import { VISITORS } from './day/visitors.ts';

const MINUTE = 60_000;
const MINUTES = Number(process.env['MINUTES'] ?? 30);
const SEED = Number(process.env['SEED'] ?? 1);
const USERS = ['ada', 'ben', 'cai'];
const ERRANDS = 6;
/** The share of the time in which the server is restarted; after it, one process lives to the end. */
const RESTLESS = 0.4;
const READ_EVERY_MS = (MINUTES * MINUTE) / 90;
/** The time that ended tasks are kept: short, so that as many go as come. */
const KEEP_MS = Math.max(60_000, MINUTES * 6_000);

const folder = mkdtempSync(join(tmpdir(), 'formwork-day-'));
const file = join(folder, 'tasks.sqlite');
const server = await startDayServer([file, String(KEEP_MS)]);
const recorder = createRecorder();
const over = new AbortController();
const violations: string[] = [];
const counts = new Map<string, number>();
/** The longest time that one deed of a kind took, in milliseconds. */
const longest = new Map<string, number>();
const readings: Reading[] = [];
const startedAt = performance.now();

function count(name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function note(name: string, error: unknown): void {
  if (over.signal.aborted) return;
  const minute = ((performance.now() - startedAt) / MINUTE).toFixed(1);
  const cause =
    error instanceof Error && error.cause instanceof Error ? `, ${error.cause.message}` : '';
  violations.push(`${name}, minute ${minute}: ${String(error).slice(0, 500)}${cause}`);
  console.error(violations.at(-1));
}

/** Repeats a deed until the day is over; an error of it is a violation. */
async function repeat(name: string, pauseMs: number, deed: () => Promise<void>): Promise<void> {
  const random = createRandom(SEED + name.length);
  while (!over.signal.aborted) {
    const begunAt = performance.now();
    try {
      await deed();
      count(name);
      longest.set(name, Math.max(longest.get(name) ?? 0, performance.now() - begunAt));
    } catch (error) {
      note(name, error);
    }
    await sleep(random.below(2 * pauseMs));
  }
}

async function runErrands(index: number): Promise<void> {
  const random = createRandom(SEED + index);
  const user = USERS[index % USERS.length] ?? '';
  const caller = createCaller({ ...server, mayBeUnavailable: true }, user, recorder);
  await repeat('errands over JSON-RPC', 100, () => runErrand({ caller, recorder, random }));
}

async function restartOften(): Promise<void> {
  const random = createRandom(SEED);
  while (performance.now() - startedAt < RESTLESS * MINUTES * MINUTE && !over.signal.aborted) {
    await sleep((MINUTES * MINUTE) / 45);
    if (random.chance(0.5)) {
      await server.kill();
      count('kills');
      continue;
    }
    const code = await server.restart();
    if (code !== 0) note('restart', `the process ended with ${String(code)}`);
    count('restarts');
  }
}

async function readOften(): Promise<void> {
  while (!over.signal.aborted) {
    await sleep(READ_EVERY_MS);
    const life = server.lives();
    const reading = await server.read();
    if (reading === undefined) continue;
    readings.push({ life, ...reading, ...readStore(file) });
    if (reading.faults > 0) note('log', `${reading.faults} errors in the log`);
  }
}

const work = [
  ...Array.from({ length: ERRANDS }, (_, index) => runErrands(index)),
  ...VISITORS.map(({ name, pauseMs, visit }) =>
    repeat(name, pauseMs, () => server.during((url) => visit(url))),
  ),
  restartOften(),
  readOften(),
];
await sleep(MINUTES * MINUTE);
over.abort();
await Promise.all(work);

const ids = new Map<string, string>();
for (const { key, taskId } of recorder.told.creates) {
  if ((ids.get(key) ?? taskId) !== taskId) violations.push(`message ${key} made two tasks`);
  ids.set(key, taskId);
}
for (const { taskId, events } of recorder.told.streams) {
  const isInOrder = events.every(
    ({ seq }, index) => index === 0 || seq > (events[index - 1]?.seq ?? 0),
  );
  if (!isInOrder) violations.push(`a stream of task ${taskId} is out of order`);
}
// What is left is worked off, and retention takes all of it in the end.
for (let round = 0; readStore(file).tasks > 0 && round < 60; round += 1) await sleep(KEEP_MS / 20);
const { tasks } = readStore(file);
if (tasks > 0) violations.push(`${tasks} tasks are left after the day`);
const code = await server.end();
if (code !== 0) violations.push(`the last process ended with ${String(code)}`);
rmSync(folder, { recursive: true });

const last = readings.at(-1)?.life;
const steady = readings.filter(({ life }) => life === last);
console.table(steady.filter((_, index) => index % Math.ceil(steady.length / 12) === 0));
const growth = listGrowth(steady);
for (const [name, number] of counts) {
  const milliseconds = longest.get(name)?.toFixed(0);
  console.log(
    `${number} ${name}${milliseconds === undefined ? '' : `, at most ${milliseconds} ms`}`,
  );
}
console.log(growth.length === 0 ? 'all is flat' : growth.join('\n'));
console.log(`${violations.length} violations\n${violations.slice(0, 20).join('\n')}`);
process.exitCode = growth.length + violations.length === 0 ? 0 : 1;
