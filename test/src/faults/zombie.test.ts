import type { Scope } from '@formwork/runtime';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { createTestPlace } from '../support/test-engine.ts';
import { checkHistory } from './history/check-history.ts';
import type { JournalEntry } from './history/run-history.ts';
import type { WireTask } from './journal/event-text.ts';
import { readJournal } from './journal/journal.ts';
import { readStoredTasks } from './journal/read-stored-tasks.ts';
import { createCaller } from './load/caller.ts';
import { createRecorder } from './load/recorder.ts';
import { startChild, type Child } from './start-child.ts';
import { stopUnlocked } from './stop-unlocked.ts';

const LEASE_MS = 2_000;
const BUILD = { rounds: 3, pauseMs: 20, asks: false, fails: false, stalls: 'no' };
/** The inputs of four tasks: two ignore that their signal aborts, and two wait for it. */
const INPUTS = ['deaf', 'deaf', 'heedful', 'heedful'].map((stalls) => ({ ...BUILD, stalls }));

test('a process that was stopped until others had done its tasks writes nothing when it goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-zombie-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [place, journalFile] = [createTestPlace(), join(folder, 'journal')];
  const args = [place, journalFile, String(LEASE_MS)];
  const zombie = await startChild('server-child', ...args);
  const heir = await startChild('server-child', ...args, 'spare');
  const recorder = createRecorder();
  const toZombie = createCaller(toServer(zombie), 'ada', recorder);

  const messages = INPUTS.map((input) => createMessage([createTaggedPart('build', input)]));
  const followed = Promise.all(
    messages.map((message) => toZombie.follow({ kind: 'send', message: message as Sent })),
  );
  // All tasks are in their second step, which takes long.
  await expect.poll(() => findTasks(journalFile, isPiece).size).toBe(INPUTS.length);
  const taskIds = [...findTasks(journalFile, isPiece)];
  await stopUnlocked(zombie, place);
  // The second process begins only now, because leases may run out on a busy machine, and it could
  // otherwise take tasks from a process that runs.
  heir.send('begin');
  const toHeir = createCaller(toServer({ ready: await heir.next() }), 'ada', recorder);
  for (const id of taskIds) {
    await expect
      .poll(async () => (await toHeir.call('GetTask', { id })).result)
      .toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
    recorder.state(id, 'completed');
  }
  const before = readJournal(journalFile).length;

  zombie.signal('SIGCONT');
  const told = (entry: JournalEntry): boolean =>
    entry.kind === 'aborted' && entry.pid === zombie.pid;
  await expect.poll(() => findTasks(journalFile, told).size).toBe(INPUTS.length);
  // Readers at the stopped process get the events that the other process wrote.
  for (const { state } of await followed) expect(state).toBe('completed');
  // Tasks that ignore the signal finish their step, and the engine refuses their results.
  const findLate = (): readonly JournalEntry[] =>
    readJournal(journalFile)
      .slice(before)
      .filter(({ kind, taskId }) => kind === 'effect' && taskIds.includes(taskId));
  await expect.poll(() => findLate().length).toBeGreaterThanOrEqual(2);
  // The process also takes new tasks as before.
  const message = createMessage([createTaggedPart('build', BUILD)]);
  const { result } = await toZombie.call('SendMessage', { message });
  expect(result).toMatchObject({ task: { status: { state: 'TASK_STATE_COMPLETED' } } });
  const last = result?.['task'] as WireTask;
  recorder.create((message as Sent).messageId, last.id);
  for (const child of [zombie, heir]) await child.kill();

  const journal = readJournal(journalFile);
  const tasks = (await readStoredTasks(place, ['user:ada' as Scope])).map(({ stored }) => stored);
  expect(checkHistory({ ...recorder.told, tasks, journal })).toEqual([]);
  expect(tasks).toHaveLength(INPUTS.length + 1);
  const reasons = journal.flatMap((entry) =>
    entry.kind === 'aborted' && entry.pid === zombie.pid && taskIds.includes(entry.taskId)
      ? [entry.reason]
      : [],
  );
  expect(reasons).toHaveLength(INPUTS.length);
  for (const reason of reasons) expect(reason).toBe('lost');
});

interface Sent {
  readonly messageId: string;
}

/** Describes a server that is never restarted, for `createCaller`. */
function toServer({ ready }: Pick<Child, 'ready'>) {
  return { url: () => Promise.resolve(String(ready)), lives: () => 1 };
}

/** Returns the ids of the tasks that have a matching entry in the journal. */
function findTasks(file: string, isWanted: (entry: JournalEntry) => boolean): ReadonlySet<string> {
  return new Set(
    readJournal(file)
      .filter(isWanted)
      .map(({ taskId }) => taskId),
  );
}

function isPiece(entry: JournalEntry): boolean {
  return entry.kind === 'appended' && entry.texts.some((text) => text.startsWith('artifact'));
}
