import {
  type CreateResult,
  EngineStorageError,
  LeaseLostError,
  type Lease,
} from '@formwork/runtime';
import { createFirstLease, type EarlyStarts, type EncodedEvent } from '@formwork/runtime/internal';
import { type Blobs, hasBlobs } from './blobs.ts';
import type { Connection } from './connection.ts';
import { type Append, type EventWriter, toAppendOutcome, toEventWrite } from './event-writer.ts';
import type { PushRows } from './push-rows.ts';
import { givesQuestion } from './question-rows.ts';
import type { MadeTask, TaskMaker, TaskWrite } from './task-maker.ts';
import { type BatchedWrite, type Outcome, WriteQueue } from './write-queue.ts';

/** A new task to write, and the lease of its run if that has already begun. */
interface Creation extends Omit<TaskWrite, 'ending' | 'blobBytes'> {
  readonly early: Lease | undefined;
}

type Write =
  | { readonly kind: 'create'; readonly creation: Creation }
  | { readonly kind: 'append'; readonly append: Append };

/**
 * The largest number of statements that append events at the same time; only one at a time makes
 * tasks.
 */
const APPEND_CONCURRENCY = 3;

/**
 * The number of attempts to create a task while another task with the same key is being deleted.
 */
const CREATE_ATTEMPTS = 3;

/** Writes new tasks, and events of tasks; one statement writes those of many tasks. */
export class TaskWriter {
  readonly #options: Connection;
  readonly #maker: TaskMaker;
  readonly #events: EventWriter;
  readonly #blobs: Blobs;
  readonly #pushes: PushRows;
  readonly #earlyStarts: EarlyStarts;
  readonly #queue: WriteQueue<Write>;

  constructor(
    options: Connection,
    {
      maker,
      events,
      blobs,
      pushes,
      earlyStarts,
    }: {
      readonly maker: TaskMaker;
      readonly events: EventWriter;
      readonly blobs: Blobs;
      readonly pushes: PushRows;
      readonly earlyStarts: EarlyStarts;
    },
  ) {
    this.#options = options;
    this.#maker = maker;
    this.#events = events;
    this.#blobs = blobs;
    this.#pushes = pushes;
    this.#earlyStarts = earlyStarts;
    this.#queue = new WriteQueue<Write>({
      // One statement at a time creates tasks, because each takes the next places in the order of
      // waiting tasks.
      concurrencyOf: (kind) => (kind === 'create' ? 1 : APPEND_CONCURRENCY),
      kindOf: (write) => (this.#isSpecial(write) ? `${write.kind} alone` : write.kind),
      sizeOf: (write) => this.#measure(write),
      make: (batch) => this.#makeBatch(batch),
    });
  }

  /** Writes a new task. `early` is the lease of a run that has begun before the task is written. */
  create(creation: Creation): Promise<CreateResult> {
    return this.#queue.add(creation.task.id, { kind: 'create', creation });
  }

  async append(lease: Lease, added: readonly EncodedEvent[]): Promise<number> {
    const append: Append = { lease, events: added };
    try {
      toEventWrite(append);
    } catch (error) {
      // A lost lease is reported first, even if the events are wrong, too.
      if ((await this.#events.lockHeld(this.#options.run, lease)) !== undefined) throw error;
      throw new LeaseLostError(lease.taskId, lease.epoch);
    }
    return this.#queue.add(lease.taskId, { kind: 'append', append });
  }

  /** Resolves when no write is waiting or under way. */
  drain(): Promise<void> {
    return this.#queue.drain();
  }

  /** Makes a batch; if the database refuses it because of one write, makes the writes one by one. */
  async #makeBatch(batch: readonly BatchedWrite<Write>[]): Promise<readonly Outcome[]> {
    try {
      return await this.#makeTogether(batch);
    } catch (error) {
      if (batch.length === 1 || !isOfOneWrite(error)) throw error;
    }
    const outcomes: Outcome[] = [];
    for (const write of batch) {
      const [outcome] = await this.#makeTogether([write]).catch((error: unknown) => [
        { kind: 'failed', error } as const,
      ]);
      outcomes.push(outcome ?? { kind: 'done', value: undefined });
    }
    return outcomes;
  }

  async #makeTogether(batch: readonly BatchedWrite<Write>[]): Promise<readonly Outcome[]> {
    const [first] = batch;
    if (first !== undefined && this.#isSpecial(first.write)) {
      return Promise.all(batch.map(({ write }) => settle(() => this.#makeAlone(write))));
    }
    const creations = batch.flatMap(({ write }) =>
      write.kind === 'create' ? [write.creation] : [],
    );
    if (creations.length > 0) return this.#createAll(creations);
    return this.#appendAll(
      batch.flatMap(({ write }) => (write.kind === 'append' ? [write.append] : [])),
    );
  }

  /** Returns the events that a write stores; the task of an early run may have ended by now. */
  #listEvents(write: Write): readonly Pick<EncodedEvent, 'text'>[] {
    if (write.kind === 'append') return write.append.events;
    const { origin, early } = write.creation;
    return [{ text: origin }, ...(early === undefined ? [] : this.#earlyStarts.peek(early))];
  }

  /**
   * Returns true for a write that needs several statements in a transaction: one with push configs or
   * blobs, or a question that is given to people.
   */
  #isSpecial(write: Write): boolean {
    if (hasBlobs(this.#listEvents(write))) return true;
    return write.kind === 'append'
      ? givesQuestion(write.append.events)
      : write.creation.task.push !== undefined;
  }

  /** Returns the number of characters of the texts that a write stores. */
  #measure(write: Write): number {
    return this.#listEvents(write).reduce((sum, { text }) => sum + text.length, 0);
  }

  async #appendAll(appends: readonly Append[]): Promise<readonly Outcome[]> {
    const seqs = await this.#events.write(this.#options.run, appends.map(toEventWrite));
    return appends.map(({ lease }, index) => toAppendOutcome(seqs[index], lease));
  }

  async #createAll(creations: readonly Creation[]): Promise<readonly Outcome[]> {
    const newTasks = await this.#maker.make(
      this.#options.run,
      creations.map((creation) => this.#toTaskWrite(creation, 0)),
    );
    return Promise.all(
      creations.map((creation, index) => settle(() => this.#finish(creation, newTasks[index]))),
    );
  }

  #toTaskWrite({ early, ...creation }: Creation, blobBytes: number): TaskWrite {
    const ending = early && this.#earlyStarts.take(early);
    return { ...creation, blobBytes, ...(ending && { ending }) };
  }

  /**
   * Returns the result of a creation: the new task, or the older task that has the same idempotency
   * key.
   */
  async #finish(creation: Creation, newTask: MadeTask | undefined): Promise<CreateResult> {
    const { task, creationKey, ttlMs, early } = creation;
    if (newTask !== undefined) {
      if (early !== undefined) this.#earlyStarts.make(early, newTask.time);
      const lease = ttlMs === undefined ? {} : { lease: createFirstLease(task) };
      return { taskId: task.id, created: true, ...lease };
    }
    const twin = creationKey === null ? undefined : await this.#findTwin(creation, creationKey);
    if (twin !== undefined) return twin;
    throw new TypeError(
      `Cannot create a task because its id must be new: current value is ${JSON.stringify(task.id)}`,
    );
  }

  /**
   * Finds the task that was created with the same key; makes the new task if that one has just been
   * deleted.
   */
  async #findTwin(creation: Creation, key: Buffer): Promise<CreateResult | undefined> {
    for (let attempt = 0; attempt < CREATE_ATTEMPTS; attempt += 1) {
      const taskId = (await this.#maker.findCreated(this.#options.run, [key])).get(
        key.toString('hex'),
      );
      if (taskId !== undefined) return { taskId, created: false };
      const newTask = await this.#insertAlone(creation);
      if (newTask !== undefined) return this.#finish(creation, newTask);
    }
    return undefined;
  }

  /** Makes a write that needs several statements, in a transaction of its own. */
  async #makeAlone(write: Write): Promise<unknown> {
    return write.kind === 'create'
      ? this.#createAlone(write.creation)
      : this.#appendAlone(write.append);
  }

  async #createAlone(creation: Creation): Promise<CreateResult> {
    return this.#finish(creation, await this.#insertAlone(creation));
  }

  /** Makes a task with its blobs and its push config; `undefined` if its id or its key is taken. */
  #insertAlone(creation: Creation): Promise<MadeTask | undefined> {
    const { task, origin, early } = creation;
    const ending = (early && this.#earlyStarts.take(early)) ?? [];
    const texts = [origin, ...ending.map(({ text }) => text)];
    return this.#options.transact(async (step) => {
      const blobBytes = await this.#blobs.measure(step, texts);
      const [row] = await this.#maker.make(step, [this.#toTaskWrite(creation, blobBytes)]);
      if (row === undefined) return undefined;
      await this.#blobs.keep(step, row.number, texts);
      if (task.push !== undefined) await this.#pushes.add(step, row.number, task.push);
      return row;
    });
  }

  async #appendAlone(append: Append): Promise<number> {
    const { lease } = append;
    return this.#options.transact(async (step) => {
      const number = await this.#events.lockHeld(step, lease);
      if (number === undefined) throw new LeaseLostError(lease.taskId, lease.epoch);
      const texts = append.events.map(({ text }) => text);
      const blobBytes = await this.#blobs.keep(step, number, texts);
      const [seq] = await this.#events.write(step, [{ ...toEventWrite(append), blobBytes }]);
      if (seq === undefined) throw new EngineStorageError('LEASE_UNLOCKED');
      return seq;
    });
  }
}

/**
 * Returns true for a refusal by what one write has: data (class 22 of PostgreSQL's codes), a rule of
 * a table (23), or a size (54). Nothing was stored then.
 */
function isOfOneWrite(error: unknown): boolean {
  if (!(error instanceof EngineStorageError) || error.mayBeStored) return false;
  return /^(?:22|23|54)/u.test(error.storageCode);
}

async function settle(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { kind: 'done', value: await work() };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
