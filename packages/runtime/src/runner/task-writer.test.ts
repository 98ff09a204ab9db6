import { expect, onTestFinished, test, vi } from 'vitest';
import type { Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { EngineStorageError, LeaseLostError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { pieceEvent, range, statusEvent } from '../testing/samples.ts';
import { TaskWriter } from './task-writer.ts';

const LEASE: Lease = {
  taskId: 't',
  scope: '' as Scope,
  epoch: 1,
  attempt: 1,
  cancelRequested: false,
};

interface Append {
  readonly events: readonly NewTaskEvent[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Started {
  readonly writer: TaskWriter;
  /** The appends that the writer has begun, oldest first; the test settles them. */
  readonly appends: readonly Append[];
  readonly failures: readonly unknown[];
}

function start(): Started {
  const appends: Append[] = [];
  const failures: unknown[] = [];
  const engine: Pick<TaskEngine, 'append'> = {
    append: (_lease, events) =>
      new Promise((resolve, reject) => {
        appends.push({ events, resolve: () => resolve(1), reject });
      }),
  };
  const options = { lease: LEASE, onFailure: (error: unknown) => void failures.push(error) };
  return { writer: new TaskWriter(engine as TaskEngine, options), appends, failures };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function toTexts(events: readonly NewTaskEvent[]): readonly string[] {
  return events.map((event) =>
    event.kind === 'artifact'
      ? event.artifact.artifactId
      : event.kind === 'status'
        ? event.state
        : '',
  );
}

test('what comes while an append is under way goes into the next one, in order', async () => {
  const { writer, appends } = start();
  const done: number[] = [];
  const writes = range(5).map(async (index) => {
    await writer.write([pieceEvent(`p${index}`)]);
    done.push(index);
  });
  expect(appends.map(({ events }) => toTexts(events))).toEqual([['working', 'p0']]);
  appends[0]?.resolve();
  await settle();
  expect(done).toEqual([0]);
  expect(toTexts(appends[1]?.events ?? [])).toEqual(['p1', 'p2', 'p3', 'p4']);
  const late = writer.write([pieceEvent('p5')]);
  appends[1]?.resolve();
  await Promise.all(writes);
  expect(done).toEqual([0, 1, 2, 3, 4]);
  expect(toTexts(appends[2]?.events ?? [])).toEqual(['p5']);
  appends[2]?.resolve();
  await late;
  expect(appends).toHaveLength(3);
});

test('who waits for each write has an append for each, at once', async () => {
  const { writer, appends } = start();
  for (const index of range(3)) {
    const written = writer.write([pieceEvent(`p${index}`)]);
    expect(appends).toHaveLength(index + 1);
    appends[index]?.resolve();
    await written;
  }
});

test('all who share an append learn that the lease is lost', async () => {
  const { writer, appends, failures } = start();
  const writes = range(3).map((index) => writer.write([pieceEvent(`p${index}`)]));
  const outcomes = Promise.allSettled(writes);
  appends[0]?.resolve();
  await settle();
  const error = new LeaseLostError('t', 1);
  appends[1]?.reject(error);
  expect(await outcomes).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'rejected', reason: error },
    { status: 'rejected', reason: error },
  ]);
  expect(failures).toEqual([error]);
  expect(appends).toHaveLength(2);
});

test('one that cannot be written does not take others with it', async () => {
  const { writer, appends, failures } = start();
  const writes = ['a', 'good', 'bad', 'fine'].map((id) => writer.write([pieceEvent(id)]));
  const outcomes = Promise.allSettled(writes);
  appends[0]?.resolve();
  await settle();
  appends[1]?.reject(new RangeError('one of them'));
  for (const index of [2, 3, 4]) {
    await settle();
    const append = appends[index];
    if (toTexts(append?.events ?? [])[0] === 'bad') append?.reject(new RangeError('this one'));
    else append?.resolve();
  }
  const statuses = (await outcomes).map(({ status }) => status);
  expect(statuses).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(failures).toEqual([new RangeError('this one')]);
});

test('what may be stored already is not appended again', async () => {
  const { writer, appends, failures } = start();
  const writes = range(3).map((index) => writer.write([pieceEvent(`p${index}`)]));
  const outcomes = Promise.allSettled(writes);
  appends[0]?.resolve();
  await settle();
  const lost = new EngineStorageError('CONNECTION_LOST', { mayBeStored: true });
  appends[1]?.reject(lost);
  await settle();
  expect(appends).toHaveLength(2);
  const statuses = (await outcomes).map(({ status }) => status);
  expect(statuses).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(failures).toEqual([lost]);
});

test('what the storage has refused is appended again, one by one', async () => {
  const { writer, appends } = start();
  const writes = range(3).map((index) => writer.write([pieceEvent(`p${index}`)]));
  appends[0]?.resolve();
  await settle();
  appends[1]?.reject(new EngineStorageError('57014'));
  for (const index of [2, 3]) {
    await settle();
    appends[index]?.resolve();
  }
  await Promise.all(writes);
  expect(appends.map(({ events }) => toTexts(events)).slice(2)).toEqual([['p1'], ['p2']]);
});

test('nothing follows the end of a task in one append', async () => {
  const { writer, appends } = start();
  const writes = [
    writer.write([pieceEvent('first')]),
    writer.write([pieceEvent('before')]),
    writer.write([statusEvent('canceled')]),
    writer.write([pieceEvent('after')]),
  ];
  const outcomes = Promise.allSettled(writes);
  appends[0]?.resolve();
  await settle();
  expect(toTexts(appends[1]?.events ?? [])).toEqual(['before', 'canceled']);
  appends[1]?.resolve();
  await settle();
  appends[2]?.reject(new LeaseLostError('t', 1));
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
});

test('a thousand writes at once share few appends', async () => {
  const { writer, appends } = start();
  const writes = range(1_000).map((index) => writer.write([pieceEvent(String(index))]));
  for (let index = 0; index < appends.length; index += 1) {
    appends[index]?.resolve();
    await settle();
  }
  await Promise.all(writes);
  expect(appends.length).toBeLessThan(20);
  const written = appends.flatMap(({ events }) => toTexts(events));
  expect(written).toEqual(['working', ...range(1_000).map(String)]);
});

test('pieces are taken at once, the first is stored at once and the others a little later together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { writer, appends } = start();
  for (const index of range(5)) await writer.take(pieceEvent(`p${index}`));
  expect(appends.map(({ events }) => toTexts(events))).toEqual([['working', 'p0']]);
  appends[0]?.resolve();
  await settle();
  expect(appends).toHaveLength(1);
  vi.advanceTimersByTime(5);
  expect(appends).toHaveLength(2);
  expect(toTexts(appends[1]?.events ?? [])).toEqual(['p1', 'p2', 'p3', 'p4']);
});

test('whoever waits does not wait for the time of pieces before, and comes after them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { writer, appends } = start();
  await writer.take(pieceEvent('p0'));
  appends[0]?.resolve();
  await settle();
  await writer.take(pieceEvent('p1'));
  const written = writer.write([statusEvent('completed')]);
  expect(toTexts(appends[1]?.events ?? [])).toEqual(['p1', 'completed']);
  appends[1]?.resolve();
  await written;
});

test('pieces wait for room when the disk is slow', async () => {
  const { writer, appends } = start();
  let taken = 0;
  const taking = (async () => {
    for (const index of range(200)) {
      await writer.take(pieceEvent(`p${index}`));
      taken = index + 1;
    }
  })();
  await settle();
  expect(taken).toBeLessThan(70);
  for (let index = 0; index < appends.length; index += 1) {
    appends[index]?.resolve();
    await settle();
  }
  await taking;
  const end = writer.write([]);
  for (const { resolve } of appends.slice(-2)) {
    resolve();
    await settle();
  }
  appends.at(-1)?.resolve();
  await end;
  const written = appends.flatMap(({ events }) => toTexts(events));
  expect(written).toEqual(['working', ...range(200).map((index) => `p${index}`)]);
});

test('nothing is written after a piece that could not be', async () => {
  const { writer, appends, failures } = start();
  await writer.take(pieceEvent('p0'));
  await writer.take(pieceEvent('bad'));
  const end = writer.write([statusEvent('completed')]);
  const outcomes = Promise.allSettled([end]);
  appends[0]?.resolve();
  await settle();
  expect(toTexts(appends[1]?.events ?? [])).toEqual(['bad', 'completed']);
  appends[1]?.reject(new RangeError('one of them'));
  await settle();
  expect(toTexts(appends[2]?.events ?? [])).toEqual(['bad']);
  appends[2]?.reject(new RangeError('this piece'));
  expect(await outcomes).toMatchObject([{ reason: { message: 'this piece' } }]);
  await expect(writer.take(pieceEvent('more'))).rejects.toThrow('this piece');
  await expect(writer.write([pieceEvent('more')])).rejects.toThrow('this piece');
  expect(appends).toHaveLength(3);
  expect(failures[0]).toEqual(new RangeError('this piece'));
});
