import { expect, test } from 'vitest';
import type { Lease } from '../engine/lease.ts';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { ReleaseOptions, TaskEngine } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { EngineStorageError, TaskDamagedError } from '../errors.ts';
import { createLeased, getTask } from '../testing/samples.ts';
import { RunPauses } from './run-pauses.ts';
import { MAX_UNSTORED, RunStorageErrors } from './run-storage-errors.ts';

const REFUSED = new EngineStorageError('53100');
const AWAY = new EngineStorageError('08006', { isAway: true });

/** Makes the rests of a task that is leased, and notes what they do in order. */
async function createRests({
  hasGotOn = false,
  refusal,
}: { hasGotOn?: boolean; refusal?: EngineStorageError } = {}): Promise<{
  readonly engine: TaskEngine;
  readonly lease: Lease;
  readonly pauses: RunPauses;
  readonly faults: RunStorageErrors;
  readonly done: unknown[];
  readonly snapshot: TaskSnapshot;
}> {
  const engine = createMemoryEngine();
  const lease = await createLeased(engine);
  const done: unknown[] = [];
  const log = (message: string, fields?: object): void => void done.push([message, fields]);
  const faults = new RunStorageErrors(1_000);
  const pauses = new RunPauses(
    {
      engine,
      faults,
      lease,
      logger: { info: log, warn: log, error: log },
      source: {
        release: async ([released]: readonly Lease[], options: ReleaseOptions = {}) => {
          expect(released).toBe(lease);
          if (refusal !== undefined) throw refusal;
          done.push(['release', options]);
        },
      },
      onRetry: (delayMs) => void done.push(['retry', delayMs]),
    },
    {
      signal: { closeForRetry: () => void done.push('close') },
      writer: { hasGotOn: () => hasGotOn },
    },
  );
  const snapshot = await getTask(engine, lease);
  return { engine, lease, pauses, faults, done, snapshot };
}

/** The steps of a rest, whose pause is random. */
const REST = [
  'close',
  ['release', { retryAfterMs: expect.any(Number) as number, uncounted: true }],
  ['retry', expect.any(Number) as number],
];

test('a task that cannot be read is closed, given back without a count, and then tried again', async () => {
  const { pauses, done, lease } = await createRests();
  await pauses.putOffReading(new TaskDamagedError(lease.taskId, { blobId: 'blob' }));
  const fields = { taskId: lease.taskId, blobId: 'blob', error: expect.any(String) as string };
  const delayMs = expect.any(Number) as number;
  expect(done).toEqual([
    ['Cannot read a task now: it waits and is tried again', { ...fields, delayMs }],
    ...REST,
  ]);
});

test('a storage that is away is not logged for each task, whatever could not be done', async () => {
  const { pauses, done, snapshot } = await createRests();
  await pauses.putOffReading(AWAY);
  await pauses.putOffStoring(AWAY, snapshot);
  expect(done).toEqual([...REST, ...REST]);
});

test('a storage that is away for long fails no task', async () => {
  const { pauses, snapshot, engine, lease } = await createRests();
  for (let run = 0; run <= MAX_UNSTORED; run += 1) await pauses.putOffStoring(AWAY, snapshot);
  expect((await getTask(engine, lease)).state).toBe('submitted');
});

test('a task whose runs cannot store again and again fails, and is not given back', async () => {
  const { pauses, done, snapshot, engine, lease } = await createRests();
  for (let run = 1; run < MAX_UNSTORED; run += 1) await pauses.putOffStoring(REFUSED, snapshot);
  expect((await getTask(engine, lease)).state).toBe('submitted');
  done.length = 0;
  await pauses.putOffStoring(REFUSED, snapshot);
  expect(done).toEqual([
    [
      `Cannot store what a task did: it has failed after ${MAX_UNSTORED} attempts`,
      { taskId: lease.taskId, error: REFUSED.message },
    ],
  ]);
  expect((await getTask(engine, lease)).state).toBe('failed');
});

test('a run that has stored a step counts the runs that could not store anew', async () => {
  const { pauses, faults, done, snapshot, engine, lease } = await createRests({ hasGotOn: true });
  for (let run = 1; run < MAX_UNSTORED; run += 1) faults.putOff(lease.taskId, 'store');
  await pauses.putOffStoring(REFUSED, snapshot);
  expect(done.slice(1)).toEqual(REST);
  expect((await getTask(engine, lease)).state).toBe('submitted');
});

test('a lease that the storage does not take back is not tried again by this run', async () => {
  const { pauses, done } = await createRests({ refusal: REFUSED });
  await expect(pauses.putOffReading(AWAY)).rejects.toBe(REFUSED);
  expect(done).toEqual(['close']);
});
