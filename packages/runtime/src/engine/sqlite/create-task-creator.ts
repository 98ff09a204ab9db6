import { foldEvents, toBlankSnapshot } from '../fold-events.ts';
import type { Created, NewTask, NewTaskClaim } from '../task-engine.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';
import { encodeOrigin } from './event-codec.ts';
import type { GroupCommit } from './group-commit.ts';
import type { LongTexts } from './long-texts.ts';
import { createTask, toFirstLease } from './task-changes.ts';
import { toKey, type TaskStore } from './task-store.ts';

/** Makes tasks. */
export interface TaskCreator {
  /** See `TaskEngine.create`. */
  create(task: NewTask, claim: NewTaskClaim | undefined): Promise<Created>;
}

/** What {@link createTaskCreator} works with. */
export interface TaskCreatorOptions {
  readonly store: TaskStore;
  readonly commits: GroupCommit;
  readonly longTexts: LongTexts;
  readonly now: () => number;
}

/**
 * Lets a claimant start before the commit: changes are made in the order in which they were asked
 * for, so what is appended under the lease comes after the creation, most often in the same
 * transaction. Only if another process makes the same task at the same moment was it for nothing.
 */
export function createTaskCreator({
  store,
  commits,
  longTexts,
  now,
}: TaskCreatorOptions): TaskCreator {
  /** Ids and keys of the tasks that are being made here. */
  const pending = new Set<string>();

  function isSurelyNew(id: string, creationKey: Buffer | null): boolean {
    if (pending.has(id) || (creationKey !== null && pending.has(toName(creationKey)))) {
      return false;
    }
    try {
      return !store.has(id, creationKey);
    } catch {
      // The creation itself will say what is wrong.
      return false;
    }
  }

  return {
    async create(task, claim) {
      const { id, scope, idempotencyKey } = task;
      const creationKey = idempotencyKey === undefined ? null : toKey(scope, idempotencyKey);
      const startsNow = claim?.start !== undefined && isSurelyNew(id, creationKey);
      const names = creationKey === null ? [id] : [id, toName(creationKey)];
      for (const name of names) {
        pending.add(name);
      }
      const creation = longTexts.write(id, [encodeOrigin(task)], ([origin = '']) =>
        commits.run((time) => createTask(store, { task, origin, creationKey, claim }, time)),
      );
      if (startsNow) {
        claim.start?.(toFirstLease(task), toFirstSnapshot(task, now()));
      }
      try {
        return await creation;
      } finally {
        for (const name of names) {
          pending.delete(name);
        }
      }
    },
  };
}

function toName(creationKey: Buffer): string {
  return creationKey.toString('latin1');
}

function toFirstSnapshot(task: NewTask, time: number): TaskSnapshot {
  const timestamp = new Date(time).toISOString();
  const creation = { kind: 'status', state: 'submitted' } as const;
  return foldEvents(toBlankSnapshot(task, timestamp), [{ seq: 1, timestamp, event: creation }]);
}
