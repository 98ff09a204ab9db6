import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DOORS, type Door } from '../support/doors.ts';
import { collectEvents, readEvents } from '../support/event-stream.ts';
import { callJsonRpc } from '../support/json-rpc.ts';
import { readJournal } from './journal/journal.ts';
import { DISK_KINDS } from './small-disk.ts';

const USER = { 'x-user': 'ada' };
const CASES = DISK_KINDS.flatMap((kind) => DOORS.map((door) => ({ kind, door })));
/** The input of a task that writes until it is canceled. */
const data = {
  rounds: 1_000_000,
  pauseMs: 10,
  size: 5_000,
  asks: false,
  fails: false,
  stalls: 'no',
};

/** Returns the data of the last event in a stream, once the stream has ended. */
async function readLast(response: Response): Promise<unknown> {
  return (await collectEvents(response)).at(-1)?.data;
}

/** Opens a stream and reads its first event; returns the id of the task, and the further events. */
async function open(door: Door, url: string) {
  const response = await door.stream(url, { schema: 'build', data }, USER);
  const events = readEvents(response);
  const first = await events.next();
  const [taskId = ''] = String(first.value?.id).split(':');
  return { taskId, events };
}

const UNAVAILABLE = expect.objectContaining({
  error: expect.objectContaining({
    message: expect.stringMatching(/Nothing more of it could be stored.* is done again once/u),
  }),
});

test.each(CASES)(
  'a stream over $door.name that meets $kind.name ends and says that the task is done again',
  async ({ kind, door }) => {
    const folder = mkdtempSync(join(tmpdir(), 'formwork-disk-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const journalFile = join(folder, 'journal');
    const { child, fill, clear } = await kind.start(folder, [journalFile, '500']);
    const url = String(child.ready);
    const { taskId, events } = await open(door, url);
    const subscription = readLast(await door.subscribe(url, taskId, USER));
    await expect.poll(() => readJournal(journalFile).length).toBeGreaterThan(10);

    fill();
    let last: unknown;
    for await (const event of events) last = event.data;
    expect([last, await subscription]).toEqual([UNAVAILABLE, UNAVAILABLE]);
    // A reader who comes while the disk is full gets the same answer.
    expect(await readLast(await door.subscribe(url, taskId, USER))).toEqual(UNAVAILABLE);

    clear();
    const call = async (method: string) =>
      (await callJsonRpc(url, { method, params: { id: taskId } }, { headers: USER })).body;
    const before = readJournal(journalFile).length;
    await expect.poll(() => readJournal(journalFile).length).toBeGreaterThan(before);
    expect((await call('CancelTask')).result).toMatchObject({
      status: { state: 'TASK_STATE_CANCELED' },
    });
  },
);
