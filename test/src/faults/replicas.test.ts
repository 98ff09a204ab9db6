import { startPostgres } from '@formwork/postgres/testing';
import type { Scope } from '@formwork/runtime';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';
import { readSeed } from '../support/read-seed.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { repetitions } from '../support/repetitions.ts';
import { followTests, onTestFinished } from '../support/test-end.ts';
import { checkHistory } from './history/check-history.ts';
import { isEnd, type RunHistory } from './history/run-history.ts';
import { toStateName, toWireEventText, type WireEvent } from './journal/event-text.ts';
import { readJournal } from './journal/journal.ts';
import { readStoredTasks } from './journal/read-stored-tasks.ts';
import { createCaller } from './load/caller.ts';
import { runErrand } from './load/errands.ts';
import { startFleet } from './load/fleet.ts';
import { createRandom } from './load/random.ts';
import { createRecorder, type Recorder } from './load/recorder.ts';

// Runs mostly wait, so they go on at the same time, each with its own replicas and database.
followTests();

const REPLICAS = Number(process.env['REPLICAS'] ?? 4);
const SECONDS = Number(process.env['SECONDS'] ?? repetitions(80));
const SEEDS = Number(process.env['SEEDS'] ?? 2);
const CALLERS = Number(process.env['CALLERS'] ?? 8);
const USERS = ['ada', 'ben', 'cai'];
/** The time of leases in milliseconds, in which a busy process still renews them. */
const LEASE_MS = 2_000;

/**
 * The path of a file to which each run appends its measurements as a line of JSON; absent by
 * default.
 */
const FIGURES = process.env['FIGURES'];
/** The share of notifications that the receiver refuses at random. */
const REFUSED = 0.1;

/** The times of the database restarts, as shares of the duration of the test. */
const RESTARTS = [1 / 3, 2 / 3];

const first = readSeed();

test.concurrent.for(Array.from({ length: SEEDS }, (_, index) => first + index))(
  'replicas that are killed, frozen and cut off lose, repeat and hold up nothing: seed %i',
  async (seed, { expect }) => {
    const database = await startPostgres({ isOwn: true });
    onTestFinished(() => database.stop());
    const folder = mkdtempSync(join(tmpdir(), 'formwork-replicas-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const journal = join(folder, 'journal');
    const schema = `formwork_${randomUUID().replaceAll('-', '')}`;
    const fleet = await startFleet({
      database,
      schema,
      journal,
      replicas: REPLICAS,
      leaseMs: LEASE_MS,
    });
    const recorder = createRecorder();
    const luck = createRandom(seed + 1_000);
    const receiver = await openReceiver(() => ({ status: luck.chance(REFUSED) ? 503 : 204 }));
    const over = new AbortController();
    onTestFinished(() => over.abort());
    let errands = 0;
    const hasDoneEnough = (): boolean => errands > CALLERS;

    async function callOn(index: number): Promise<void> {
      const random = createRandom(seed + index);
      const caller = createCaller(fleet, USERS[index % USERS.length] ?? '', recorder);
      while (!over.signal.aborted) {
        await runErrand({ caller, recorder, random, receiver: receiver.url });
        errands += 1;
      }
    }

    const harms: string[] = [];
    let harmedAt = 0;
    async function harmOn(): Promise<void> {
      const random = createRandom(seed);
      const start = performance.now();
      const restarts = RESTARTS.map((share) => start + share * SECONDS * 1_000);
      // On a slow machine a harm takes long, and few of them fit into that time.
      const isLacking = (): boolean => restarts.length > 0 || harms.length <= RESTARTS.length;
      while (performance.now() < start + SECONDS * 1_000 || isLacking()) {
        // Real time: harm comes at any moment of what is under way.
        await sleep(random.below(2_000));
        const isRestart = performance.now() > (restarts[0] ?? Infinity);
        if (isRestart) restarts.shift();
        harms.push(...(await (isRestart ? fleet.restartDatabase() : fleet.harm(random))));
      }
      harmedAt = performance.now();
      // A busy machine completes few errands in that time, and a run without any proves nothing.
      while (!hasDoneEnough() && !over.signal.aborted) await sleep(50);
      over.abort();
    }

    const beganAt = Date.now();
    await Promise.all([harmOn(), ...Array.from({ length: CALLERS }, (_, index) => callOn(index))]);
    const { notified } = recorder.told;
    await expect.poll(() => listPendingNotices(notified, receiver)).toEqual([]);
    const settledMs = Math.round(performance.now() - harmedAt);
    const endedAt = Date.now();
    await fleet.kill();
    recordNotifications(recorder, receiver);

    const place = new URL(database.url);
    place.searchParams.set('schema', schema);
    const scopes = USERS.map((user) => `user:${user}` as Scope);
    const found = await readStoredTasks(place.href, scopes);
    const entries = readJournal(journal);
    const history = {
      ...recorder.told,
      tasks: found.map(({ stored }) => stored),
      journal: entries,
    };
    const violations = checkHistory(history);
    const figures = { seed, errands, ...countFigures(history), settledMs, harms };
    if (FIGURES === undefined) console.info(JSON.stringify(figures));
    else
      appendFileSync(
        FIGURES,
        `${JSON.stringify({ ...figures, violations })}
`,
      );
    expect(violations, `seed ${seed}`).toEqual([]);
    expect(found.length).toBe(errands);
    for (const { snapshot } of found.filter(({ snapshot: { state } }) => state === 'completed')) {
      const { rounds } = (snapshot.invocation as { data: { rounds: number } }).data;
      const pieces = snapshot.artifacts.find(({ artifactId }) => artifactId === 'pieces');
      const texts = pieces?.parts.map(({ content }) => content?.value);
      expect(texts).toEqual(Array.from({ length: rounds }, (_, round) => `${round} `));
    }
    // The timestamps are right although the clocks of the first two replicas are off by an hour.
    const times = found.map(({ snapshot }) => Date.parse(snapshot.statusTimestamp));
    expect(Math.min(...times)).toBeGreaterThan(beganAt - 60_000);
    expect(Math.max(...times)).toBeLessThan(endedAt + 60_000);
    expect(hasDoneEnough()).toBe(true);
    expect(harms.length).toBeGreaterThan(RESTARTS.length);
    expect(harms.filter((harm) => harm === 'database restart').length).toBeGreaterThan(1);
  },
);

interface Notice {
  readonly taskId: string;
  readonly seq: number;
  readonly event: WireEvent;
}

/** Lists the notifications that the receiver accepted, in the order of arrival. */
function listNotices({ received }: Receiver): readonly Notice[] {
  return received
    .filter(({ status }) => status < 300)
    .map(({ headers, body }): Notice => {
      const [taskId = '', seq] = String(headers['webhook-id']).split(':');
      return { taskId, seq: Number(seq), event: body };
    });
}

/** Lists the tasks whose end has not been notified to the receiver yet. */
function listPendingNotices(taskIds: readonly string[], receiver: Receiver): readonly string[] {
  const told = new Set(
    listNotices(receiver)
      .filter(({ event }) => isEnd(toStateName(event.statusUpdate?.status.state ?? '')))
      .map(({ taskId }) => taskId),
  );
  return taskIds.filter((taskId) => !told.has(taskId));
}

function recordNotifications(recorder: Recorder, receiver: Receiver): void {
  for (const { taskId, seq, event } of listNotices(receiver)) {
    recorder.take({ taskId, seq, text: toWireEventText(event) });
  }
}

function countFigures({ tasks, journal, streams, notified, notifications }: RunHistory) {
  const told = new Set(notifications.map(({ taskId, seq }) => `${taskId}:${seq}`));
  return {
    events: tasks.reduce((sum, { log }) => sum + log.length, 0),
    streams: streams.length,
    streamed: streams.reduce((sum, { events }) => sum + events.length, 0),
    leases: journal.filter(({ kind }) => kind === 'granted').length,
    notified: notified.length,
    notifications: notifications.length,
    repeated: notifications.length - told.size,
  };
}
