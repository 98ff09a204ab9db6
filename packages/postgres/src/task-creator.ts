import type { CreateResult, NewTask, NewTaskClaim, TaskSnapshot } from '@formwork/runtime';
import {
  createBlankSnapshot,
  type EarlyStarts,
  encodeOrigin,
  foldEvents,
  hashKey,
  type LongTexts,
} from '@formwork/runtime/internal';
import { BatchedRead } from './batched-read.ts';
import type { Connection } from './connection.ts';
import type { TaskMaker } from './task-maker.ts';
import type { TaskWriter } from './task-writer.ts';

/** Creates tasks, as `TaskEngine.create` describes. */
export interface TaskCreator {
  create(task: NewTask, claim: NewTaskClaim | undefined): Promise<CreateResult>;
}

/**
 * Makes the creator of tasks, which lets a runner start while the task is being written. A task
 * whose run ends before it is written costs one statement.
 */
export function createTaskCreator(
  { run }: Connection,
  {
    maker,
    writer,
    longTexts,
    earlyStarts,
  }: {
    readonly maker: TaskMaker;
    readonly writer: TaskWriter;
    readonly longTexts: Pick<LongTexts, 'write'>;
    readonly earlyStarts: EarlyStarts;
  },
): TaskCreator {
  /**
   * The creations under way in this process, by the task's scope and idempotency key, hashed in
   * hexadecimal.
   */
  const pendingCreations = new Map<string, Promise<unknown>>();

  const findCreated = new BatchedRead((keys) =>
    maker.findCreated(
      run,
      keys.map((key) => Buffer.from(key, 'hex')),
    ),
  );

  /**
   * Returns true if no task was created with this key (the hash of a scope and an idempotency key).
   */
  async function isSurelyNew(creationKey: Buffer | null): Promise<boolean> {
    if (creationKey === null) return true;
    return (await findCreated.read(creationKey.toString('hex'))) === undefined;
  }

  async function write({
    task,
    claim,
    creationKey,
    isNew,
  }: {
    readonly task: NewTask;
    readonly claim: NewTaskClaim | undefined;
    readonly creationKey: Buffer | null;
    readonly isNew: boolean;
  }): Promise<CreateResult> {
    const early = claim?.start !== undefined && isNew ? earlyStarts.begin(task) : undefined;
    const ttl = claim === undefined ? {} : { ttlMs: claim.ttlMs };
    const creation = longTexts.write(task.id, [encodeOrigin(task)], ([origin = '']) =>
      writer.create({ task, origin, creationKey, early, ...ttl }),
    );
    if (early === undefined) return creation;
    claim?.start?.(early, createSubmittedSnapshot(task));
    try {
      const created = await creation;
      earlyStarts.settle(early);
      return created;
    } catch (error) {
      // A TypeError means that the id was not new: then it gives no lease.
      earlyStarts.settle(early, error instanceof TypeError ? undefined : { error });
      throw error;
    }
  }

  /**
   * Creates a task. Its run may begin before the task is written, unless a task with its key
   * exists.
   */
  async function createNew(task: NewTask, claim: NewTaskClaim | undefined): Promise<CreateResult> {
    const { scope, idempotencyKey } = task;
    const creationKey = idempotencyKey === undefined ? null : hashKey(scope, idempotencyKey);
    const isNew = claim?.start !== undefined && (await isSurelyNew(creationKey));
    return write({ task, claim, creationKey, isNew });
  }

  return {
    async create(task, claim) {
      const { scope, idempotencyKey } = task;
      if (idempotencyKey === undefined) return createNew(task, claim);
      // Creations with one key run one after the other: a second one that overtakes the first would
      // make the first start a run in vain.
      const name = hashKey(scope, idempotencyKey).toString('hex');
      const before = pendingCreations.get(name)?.catch(() => undefined) ?? Promise.resolve();
      const creation = before.then(() => createNew(task, claim));
      pendingCreations.set(name, creation);
      try {
        return await creation;
      } finally {
        if (pendingCreations.get(name) === creation) pendingCreations.delete(name);
      }
    },
  };
}

function createSubmittedSnapshot(task: NewTask): TaskSnapshot {
  const timestamp = new Date().toISOString();
  const creation = { kind: 'status', state: 'submitted' } as const;
  return foldEvents(createBlankSnapshot(task, timestamp), [{ seq: 1, timestamp, event: creation }]);
}
