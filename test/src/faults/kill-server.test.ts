import type { Scope } from '@formwork/runtime';
import Database from 'better-sqlite3';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readSeed } from '../support/read-seed.ts';
import { repetitions } from '../support/repetitions.ts';
import { createTestPlace, isEngineRemote } from '../support/test-engine.ts';
import { checkHistory } from './history/check-history.ts';
import { readJournal } from './journal/journal.ts';
import { readStoredTasks } from './journal/read-stored-tasks.ts';
import { createCaller } from './load/caller.ts';
import { runErrand } from './load/errands.ts';
import { startMortalServer } from './load/mortal-server.ts';
import { createRandom } from './load/random.ts';
import { createRecorder } from './load/recorder.ts';

const KILLS = repetitions(50, 13);
const CALLERS = 32;
const USERS = ['ada', 'ben', 'cai'];
/**
 * The number of errands that callers must complete, because a run with few of them proves little.
 */
const LEAST_ERRANDS = repetitions(100, 25);

/** The longest time that a server process runs before it is killed, in milliseconds. */
const LONGEST_LIFE_MS = isEngineRemote ? 1_600 : 400;

/**
 * The lease time in milliseconds: a busy process can renew it, and after a kill the next process
 * soon takes over.
 */
const LEASE_MS = 1_000;

/** Returns how many leases were given out so far. */
function countGranted(journal: string): number {
  if (!existsSync(journal)) return 0;
  return readJournal(journal).filter(({ kind }) => kind === 'granted').length;
}

test(`${KILLS} kills of a server under load lose, repeat and hold up nothing`, async () => {
  const seed = readSeed();
  console.info(`FORMWORK_SEED=${seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'formwork-kills-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [place, journal] = [createTestPlace(), join(folder, 'journal')];
  const server = await startMortalServer([place, journal, String(LEASE_MS)]);
  const recorder = createRecorder();
  const over = new AbortController();
  onTestFinished(() => over.abort());
  let errands = 0;
  const hasDoneEnough = (): boolean => errands > LEAST_ERRANDS;

  async function callOn(index: number): Promise<void> {
    const random = createRandom(seed + index);
    const caller = createCaller(server, USERS[index % USERS.length] ?? '', recorder);
    while (!over.signal.aborted) {
      await runErrand({ caller, recorder, random });
      errands += 1;
    }
  }

  const callers = Promise.all(Array.from({ length: CALLERS }, (_, index) => callOn(index)));
  const random = createRandom(seed);
  async function killOn(): Promise<void> {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = countGranted(journal);
      // Real time: a kill comes at any moment of what is under way.
      await sleep(random.below(LONGEST_LIFE_MS));
      // A process that has begun nothing yet, because the machine is busy, would be killed for nothing.
      while (countGranted(journal) < before + 2 && !over.signal.aborted) await sleep(5);
      await server.restart();
    }
    // A busy machine completes few errands between the kills.
    while (!hasDoneEnough() && !over.signal.aborted) await sleep(50);
    over.abort();
  }
  // An error of a caller fails the test at once; a caller that is stuck exceeds the time limit.
  await Promise.all([killOn(), callers]);
  await server.kill();

  const found = await readStoredTasks(
    place,
    USERS.map((user) => `user:${user}` as Scope),
  );
  const history = {
    ...recorder.told,
    tasks: found.map(({ stored }) => stored),
    journal: readJournal(journal),
  };
  expect(checkHistory(history), `seed ${seed}`).toEqual([]);
  for (const { snapshot } of found.filter(({ snapshot: { state } }) => state === 'completed')) {
    const { rounds } = (snapshot.invocation as { data: { rounds: number } }).data;
    const pieces = snapshot.artifacts.find(({ artifactId }) => artifactId === 'pieces');
    const texts = pieces?.parts.map(({ content }) => content?.value);
    expect(texts).toEqual(Array.from({ length: rounds }, (_, round) => `${round} `));
  }
  if (!place.startsWith('postgres://')) {
    const database = new Database(place);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  }

  // The server logged no errors, except those of handlers that fail on purpose.
  const log = `${journal}.log`;
  expect(existsSync(log) ? readFileSync(log, 'utf8') : '').toBe('');
  const granted = countGranted(journal);
  expect(hasDoneEnough()).toBe(true);
  expect(found.length).toBe(errands);
  expect(granted).toBeGreaterThan(found.length + history.answers.length + KILLS);
});
