import type { Scope } from '@formwork/runtime';
import { startPostgres, type TestPostgres } from '@formwork/postgres/testing';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readSeed } from '../support/read-seed.ts';
import { checkHistory } from './history/check-history.ts';
import { readJournal } from './journal/journal.ts';
import { readStoredTasks } from './journal/read-stored-tasks.ts';
import { createCaller } from './load/caller.ts';
import { runErrand } from './load/errands.ts';
import { startFleet } from './load/fleet.ts';
import { createRandom } from './load/random.ts';
import { createRecorder } from './load/recorder.ts';

const REPLICAS = Number(process.env['REPLICAS'] ?? 3);
const SECONDS = Number(process.env['SECONDS'] ?? 8);
const SEEDS = Number(process.env['SEEDS'] ?? 3);
const CALLERS = 16;
const USERS = ['ada', 'ben', 'cai'];
const LEASE_MS = 1_000;

let database: TestPostgres | undefined;

beforeAll(async () => {
  database = await startPostgres({ isOwn: true });
}, 60_000);

afterAll(async () => {
  await database?.stop();
});

const first = readSeed();

test.each(Array.from({ length: SEEDS }, (_, index) => first + index))(
  'replicas that are killed, frozen and cut off lose, repeat and hold up nothing: seed %i',
  { timeout: (SECONDS + 60) * 1_000 },
  async (seed) => {
    if (database === undefined) throw new Error('There is no database.');
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
    const over = new AbortController();
    onTestFinished(() => over.abort());
    let errands = 0;

    async function callOn(index: number): Promise<void> {
      const random = createRandom(seed + index);
      const caller = createCaller(fleet, USERS[index % USERS.length] ?? '', recorder);
      while (!over.signal.aborted) {
        await runErrand({ caller, recorder, random });
        errands += 1;
      }
    }

    const harms: string[] = [];
    async function harmOn(): Promise<void> {
      const random = createRandom(seed);
      const end = performance.now() + SECONDS * 1_000;
      while (performance.now() < end) {
        await sleep(random.below(400));
        harms.push(await fleet.harm(random));
      }
      over.abort();
    }

    // Whoever is stuck is told by the time that the test has.
    await Promise.all([harmOn(), ...Array.from({ length: CALLERS }, (_, index) => callOn(index))]);
    await fleet.kill();

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
    const granted = entries.filter(({ kind }) => kind === 'granted').length;
    console.info(
      `seed ${seed}: ${errands} errands, ${granted} leases, ${recorder.told.streams.length} streams; ${harms.join(', ')}`,
    );
    expect(checkHistory(history), `seed ${seed}`).toEqual([]);
    expect(found.length).toBe(errands);
    for (const { snapshot } of found.filter(({ snapshot: { state } }) => state === 'completed')) {
      const { rounds } = (snapshot.invocation as { data: { rounds: number } }).data;
      const pieces = snapshot.artifacts.find(({ artifactId }) => artifactId === 'pieces');
      const texts = pieces?.parts.map(({ content }) => content?.value);
      expect(texts).toEqual(Array.from({ length: rounds }, (_, round) => `${round} `));
    }
    expect(errands).toBeGreaterThan(CALLERS);
    expect(harms.length).toBeGreaterThan(1);
  },
);
