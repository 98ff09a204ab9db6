import { hashKey } from '../../idempotency-key.ts';
import { foldEvents, createBlankSnapshot } from '../fold-events.ts';
import type { NewTaskClaim } from '../lease.ts';
import type { EarlyStarts } from '../stored/early-starts.ts';
import type { LongTexts } from '../stored/long-texts.ts';
import { encodeOrigin } from '../stored/packing.ts';
import type { CreateResult, NewTask } from '../task-engine.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';
import type { GroupCommit } from './group-commit.ts';
import { createTask } from './task-changes.ts';
import type { TaskStore } from './task-store.ts';

/** Creates tasks in the SQLite engine, and lets their runs begin early. */
export interface TaskCreator {
  /** Creates a task, as `TaskEngine.create` describes. */
  create(task: NewTask, claim: NewTaskClaim | undefined): Promise<CreateResult>;
}

/**
 * Makes the creator of tasks, which lets a runner start on a task before the commit. Changes are
 * made in the order of their requests, so events appended under the lease follow the creation, most
 * often in the same transaction. The early run is wasted only if another process creates the same
 * task at the same moment.
 */
export function createTaskCreator({
  store,
  commits,
  longTexts,
  earlyStarts,
  now,
}: {
  readonly store: TaskStore;
  readonly commits: GroupCommit;
  readonly longTexts: LongTexts;
  readonly earlyStarts: EarlyStarts;
  readonly now: () => number;
}): TaskCreator {
  /**
   * The keys (hashes of a scope and an idempotency key) of tasks that this process is creating now.
   */
  const pendingKeys = createKeySet();

  /**
   * Returns true if no task with this creation key exists (the hash of a scope and an idempotency
   * key), also beside a damaged entry of their index. Ids are not looked up, because they are random:
   * a run with a repeated id loses its lease.
   */
  function isSurelyNew(creationKey: Buffer | null): boolean {
    if (creationKey === null) {
      return true;
    }
    if (pendingKeys.has(creationKey)) {
      return false;
    }
    try {
      return store.creations.find(creationKey) === undefined;
    } catch {
      // The creation itself fails next, and reports the error of the database.
      return false;
    }
  }

  return {
    async create(task, claim) {
      const { id, scope, idempotencyKey } = task;
      const text = encodeOrigin(task);
      const creationKey = idempotencyKey === undefined ? null : hashKey(scope, idempotencyKey);
      const startsNow = claim?.start !== undefined && isSurelyNew(creationKey);
      const early = startsNow ? earlyStarts.begin(task) : undefined;
      if (creationKey !== null) {
        pendingKeys.add(creationKey);
      }
      const creation = longTexts.write(id, [text], ([origin = '']) =>
        commits.run((time) => {
          const ending = early && earlyStarts.take(early);
          const isKnownNew = early !== undefined;
          const creating = { task, origin, creationKey, claim, ending, isKnownNew };
          const created = createTask(store, creating, time);
          if (early !== undefined && created.created) {
            earlyStarts.make(early, time);
          }
          return created;
        }),
      );
      if (early !== undefined) {
        claim?.start?.(early, createSubmittedSnapshot(task, now()));
      }
      try {
        const created = await creation;
        if (early !== undefined) {
          earlyStarts.settle(early);
        }
        return created;
      } catch (error) {
        if (early !== undefined) {
          // A TypeError means that the id was not new: then it gives no lease.
          earlyStarts.settle(early, error instanceof TypeError ? undefined : { error });
        }
        throw error;
      } finally {
        if (creationKey !== null) {
          pendingKeys.delete(creationKey);
        }
      }
    },
  };
}

function createSubmittedSnapshot(task: NewTask, time: number): TaskSnapshot {
  const timestamp = new Date(time).toISOString();
  const creation = { kind: 'status', state: 'submitted' } as const;
  return foldEvents(createBlankSnapshot(task, timestamp), [{ seq: 1, timestamp, event: creation }]);
}

/**
 * A set of keys that are added and removed all the time. A `Set` would leave a chain of outgrown
 * tables, which keep its old contents alive through young garbage collections.
 */
interface KeySet {
  has(key: Buffer): boolean;
  add(key: Buffer): void;
  delete(key: Buffer): void;
}

/**
 * Makes an empty set of keys, which are bytes. The set is fast for keys whose first bytes are
 * evenly spread, such as hashes.
 */
export function createKeySet(): KeySet {
  const buckets: Buffer[][] = Array.from({ length: 256 }, () => []);

  function find(key: Buffer): readonly [bucket: Buffer[], index: number] {
    const bucket = buckets[key[0] ?? 0] ?? [];
    return [bucket, bucket.findIndex((entry) => entry.equals(key))];
  }

  return {
    has: (key) => find(key)[1] !== -1,
    add(key) {
      const [bucket, index] = find(key);
      if (index === -1) bucket.push(key);
    },
    delete(key) {
      const [bucket, index] = find(key);
      if (index !== -1) bucket.splice(index, 1);
    },
  };
}
