import { type Created, EngineStorageError, LeaseLostError, type Lease } from '@formwork/runtime';
import { createFirstLease, type EarlyStarts, type EncodedEvent } from '@formwork/runtime/internal';
import { type Blobs, hasBlobs } from './blobs.ts';
import type { Connection } from './connection.ts';
import { type Append, type EventWriter, toAppendOutcome, toEventWrite } from './event-writer.ts';
import type { PushRows } from './push-rows.ts';
import type { MadeTask, TaskMaker, TaskWrite } from './task-maker.ts';
import { type BatchedWrite, createWriteQueue, type Outcome } from './write-queue.ts';

/** Writes new tasks and appended events, those of many tasks in one statement. */
export interface TaskWriter {
  /** Writes a new task. `early` is the lease of a run that has begun already. */
  create(creation: Creation): Promise<Created>;
  append(lease: Lease, events: readonly EncodedEvent[]): Promise<number>;
  /** Resolves when no write is left. */
  drain(): Promise<void>;
}

/** A new task, and the lease of its run if that has begun already. */
interface Creation extends Omit<TaskWrite, 'ending' | 'blobBytes'> {
  readonly early: Lease | undefined;
}

/** The parts that a {@link TaskWriter} is made of. */
export interface TaskWriterParts {
  readonly maker: TaskMaker;
  readonly events: EventWriter;
  readonly blobs: Blobs;
  readonly pushes: PushRows;
  readonly earlyStarts: EarlyStarts;
}

type Write =
  | { readonly kind: 'create'; readonly creation: Creation }
  | { readonly kind: 'append'; readonly append: Append };

/** How many statements that append may be under way at once; one makes tasks. */
const APPEND_LANES = 3;

/** The times that a creation is tried while the task that stands in its way is being deleted. */
const CREATE_ATTEMPTS = 3;

/** Makes the writer. */
export function createTaskWriter(
  { run, transact }: Connection,
  { maker, events, blobs, pushes, earlyStarts }: TaskWriterParts,
): TaskWriter {
  const queue = createWriteQueue<Write>({
    // Turns are given one after the other: tasks that wait are made by one statement at a time.
    lanesOf: (kind) => (kind === 'create' ? 1 : APPEND_LANES),
    kindOf: (write) => (isSpecial(write) ? `${write.kind} alone` : write.kind),
    make: makeBatch,
  });

  async function makeBatch(batch: readonly BatchedWrite<Write>[]): Promise<readonly Outcome[]> {
    const [first] = batch;
    if (first !== undefined && isSpecial(first.write)) {
      return Promise.all(batch.map(({ write }) => settle(() => makeAlone(write))));
    }
    const creations = batch.flatMap(({ write }) =>
      write.kind === 'create' ? [write.creation] : [],
    );
    if (creations.length > 0) return createAll(creations);
    return appendAll(batch.flatMap(({ write }) => (write.kind === 'append' ? [write.append] : [])));
  }

  async function appendAll(appends: readonly Append[]): Promise<readonly Outcome[]> {
    const seqs = await events.write(run, appends.map(toEventWrite));
    return appends.map(({ lease }, index) => toAppendOutcome(seqs[index], lease));
  }

  async function createAll(creations: readonly Creation[]): Promise<readonly Outcome[]> {
    const made = await maker.make(
      run,
      creations.map((creation) => toTaskWrite(creation, 0)),
    );
    return Promise.all(
      creations.map((creation, index) => settle(() => finish(creation, made[index]))),
    );
  }

  function toTaskWrite({ early, ...creation }: Creation, blobBytes: number): TaskWrite {
    const ending = early && earlyStarts.take(early);
    return { ...creation, blobBytes, ...(ending && { ending }) };
  }

  /** Returns what became of a creation: the new task, or the one that its key stands for. */
  async function finish(creation: Creation, made: MadeTask | undefined): Promise<Created> {
    const { task, creationKey, ttlMs, early } = creation;
    if (made !== undefined) {
      if (early !== undefined) earlyStarts.make(early, made.time);
      const lease = ttlMs === undefined ? {} : { lease: createFirstLease(task) };
      return { taskId: task.id, created: true, ...lease };
    }
    const found = creationKey === null ? undefined : await findTwin(creation, creationKey);
    if (found !== undefined) return found;
    throw new TypeError(
      `Cannot create a task as its id must be new: current value is ${JSON.stringify(task.id)}`,
    );
  }

  /** Finds the task that a key stands for; makes it after all if that has just been deleted. */
  async function findTwin(creation: Creation, key: Buffer): Promise<Created | undefined> {
    for (let attempt = 0; attempt < CREATE_ATTEMPTS; attempt += 1) {
      const taskId = (await maker.findCreated(run, [key])).get(key.toString('hex'));
      if (taskId !== undefined) return { taskId, created: false };
      const [made] = await maker.make(run, [toTaskWrite(creation, 0)]);
      if (made !== undefined) return finish(creation, made);
    }
    return undefined;
  }

  /** Makes a write that changes rows of other tables as well, in a transaction of its own. */
  async function makeAlone(write: Write): Promise<unknown> {
    return write.kind === 'create' ? createAlone(write.creation) : appendAlone(write.append);
  }

  async function createAlone(creation: Creation): Promise<Created> {
    const { task, origin, early } = creation;
    const ending = (early && earlyStarts.take(early)) ?? [];
    const texts = [origin, ...ending.map(({ text }) => text)];
    const made = await transact(async (step) => {
      const blobBytes = await blobs.measure(step, texts);
      const [row] = await maker.make(step, [toTaskWrite(creation, blobBytes)]);
      if (row === undefined) return undefined;
      await blobs.keep(step, row.number, texts);
      if (task.push !== undefined) await pushes.add(step, row.number, task.push);
      return row;
    });
    return finish(creation, made);
  }

  async function appendAlone(append: Append): Promise<number> {
    const { lease } = append;
    return transact(async (step) => {
      const number = await events.lockHeld(step, lease);
      if (number === undefined) throw new LeaseLostError(lease.taskId, lease.epoch);
      const texts = append.events.map(({ text }) => text);
      const blobBytes = await blobs.keep(step, number, texts);
      const [seq] = await events.write(step, [{ ...toEventWrite(append), blobBytes }]);
      if (seq === undefined) throw new EngineStorageError('LEASE_UNLOCKED');
      return seq;
    });
  }

  return {
    create: (creation) => queue.add(creation.task.id, { kind: 'create', creation }),
    async append(lease, added) {
      const append: Append = { lease, events: added };
      try {
        toEventWrite(append);
      } catch (error) {
        // Whoever has lost a lease is told so, whatever it writes.
        if ((await events.lockHeld(run, lease)) !== undefined) throw error;
        throw new LeaseLostError(lease.taskId, lease.epoch);
      }
      return queue.add(lease.taskId, { kind: 'append', append });
    },
    drain: () => queue.drain(),
  };
}

/** True for a write that is a transaction of several statements. */
function isSpecial(write: Write): boolean {
  if (write.kind === 'append') return hasBlobs(write.append.events);
  const { task, origin } = write.creation;
  return task.push !== undefined || hasBlobs([{ text: origin }]);
}

async function settle(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { kind: 'done', value: await work() };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
