import type { Scope } from '@formwork/runtime';
import Database from 'better-sqlite3';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callJsonRpc, createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { checkHistory } from './history/check-history.ts';
import type { WireTask } from './journal/event-text.ts';
import { readJournal } from './journal/journal.ts';
import { readStoredTasks } from './journal/read-stored-tasks.ts';
import { createCaller } from './load/caller.ts';
import { createRecorder } from './load/recorder.ts';
import { DISK_KINDS } from './small-disk.ts';

const LEASE_MS = 500;
const USER = { 'x-user': 'ada' };
const QUICK = { rounds: 1, pauseMs: 0, asks: false, fails: false, stalls: 'no' };
/** The input of a task that waits in its second step until the disk is full. */
const LONG = { ...QUICK, rounds: 10, size: 5_000, stalls: 'deaf' };

function createBuild(input: object, size = 0): { readonly messageId: string } {
  const part = createTaggedPart('build', input);
  const note = { text: 'x'.repeat(size) };
  return createMessage(size === 0 ? [part] : [part, note]) as { readonly messageId: string };
}

test.each(DISK_KINDS)(
  'a server that meets $name refuses in words, stays up, and goes on once there is room',
  async ({ storageCode, start }) => {
    const folder = mkdtempSync(join(tmpdir(), 'formwork-disk-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const journalFile = join(folder, 'journal');
    const { child, fill, clear, save } = await start(folder, [journalFile, String(LEASE_MS)]);
    const url = String(child.ready);
    const recorder = createRecorder();
    const server = { url: () => Promise.resolve(url), lives: () => 1 };
    const caller = createCaller(server, 'ada', recorder);
    const reader = createCaller({ ...server, mayBeUnavailable: true }, 'ada', recorder);
    const send = async (message: { readonly messageId: string }, returnImmediately = false) => {
      const configuration = { returnImmediately };
      const { error, result } = await caller.call('SendMessage', { message, configuration });
      const task = result?.['task'] as WireTask | undefined;
      if (task !== undefined) recorder.create(message.messageId, task.id);
      return { error, task };
    };

    const before = await send(createBuild(QUICK));
    expect(before.task?.status.state).toBe('TASK_STATE_COMPLETED');
    const long = reader.follow({ kind: 'send', message: createBuild(LONG) });
    const countEffects = (): number =>
      readJournal(journalFile).filter(({ kind }) => kind === 'effect').length;
    // That of the task before, and the first one of this task.
    await expect.poll(countEffects).toBe(2);

    fill();
    child.signal('SIGCONT');
    let refused = createBuild(QUICK, 100_000);
    let refusal = await send(refused, true);
    // SQLite's log may still have some free space in the pages that it holds.
    while (refusal.error === undefined) {
      refused = createBuild(QUICK, 100_000);
      refusal = await send(refused, true);
    }
    expect(refusal.error).toMatchObject({
      code: -32_000,
      message: expect.stringMatching(/storage of tasks.*send it again later/u),
      data: [{ reason: 'UNAVAILABLE' }, { requestId: expect.any(String) }],
    });
    expect(JSON.stringify(refusal.error)).not.toMatch(/SQLITE|\.ts|\.js|tasks\.db|disk/iu);
    const sendOverRest = async () => {
      const message = createBuild(QUICK, 100_000);
      const response = await fetch(`${url}/a2a/rest/message:send`, {
        method: 'POST',
        headers: { ...USER, 'content-type': 'application/json', 'a2a-version': '1.0' },
        body: JSON.stringify({ message, configuration: { returnImmediately: true } }),
      });
      const body = (await response.json()) as { readonly task?: WireTask };
      if (body.task !== undefined) recorder.create(message.messageId, body.task.id);
      return { status: response.status, body };
    };
    let overRest = await sendOverRest();
    // One refusal does not mean that the next message finds no room: a checkpoint may have made some.
    while (overRest.status === 200) overRest = await sendOverRest();
    expect(overRest.status).toBe(503);
    expect(overRest.body).toMatchObject({ error: { status: 'UNAVAILABLE' } });
    const log = readFileSync(`${journalFile}.log`, 'utf8');
    expect(log).toContain(storageCode);
    expect(log).toContain(String(refusal.error?.data?.[1]?.['requestId']));

    // Stored tasks can be read while the disk is full.
    const params = { id: before.task?.id };
    const { body } = await callJsonRpc(url, { method: 'GetTask', params }, { headers: USER });
    expect(body.result).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
    await expect
      .poll(() => readFileSync(`${journalFile}.log`, 'utf8'))
      .toContain('Cannot write to the task');

    clear();
    // The server may still be busy with what it could not write, and says so in the same way.
    let after = await send(refused);
    while (after.error !== undefined) after = await send(refused);
    expect(after).toMatchObject({
      task: { status: { state: 'TASK_STATE_COMPLETED' } },
    });
    // The interrupted task continues by itself, and its reader sees its end.
    expect((await long).state).toBe('completed');

    for (const { taskId: id } of recorder.told.creates) {
      await expect
        .poll(async () => (await caller.call('GetTask', { id })).result)
        .toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
    }

    const file = save();
    await child.kill();
    const tasks = (await readStoredTasks(file, ['user:ada' as Scope])).map(({ stored }) => stored);
    const history = { ...recorder.told, tasks, journal: readJournal(journalFile) };
    expect(checkHistory(history)).toEqual([]);
    const database = new Database(file);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  },
);
