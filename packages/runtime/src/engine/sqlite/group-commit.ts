import type Database from 'better-sqlite3';
import type { FileClock } from './file-clock.ts';
import type { FileGuard } from './file-guard.ts';
import { isBusy, toCommitError, toStorageError } from './statements.ts';

/**
 * A function that reads and writes rows, and gets the time of its transaction in milliseconds since
 * 1970. It may run more than once.
 */
type Change<Value> = (time: number) => Value;

/**
 * Commits changes to the database. Changes that come together share one transaction and one sync of
 * the disk.
 */
export interface GroupCommit {
  /**
   * Resolves after the commit of a change. Rejects with the error that `change` throws, or with
   * `EngineStorageError`; then nothing of this change was written, and other changes are not
   * affected. Changes are made in order.
   */
  run<Value>(change: Change<Value>): Promise<Value>;
}

interface Member {
  readonly change: Change<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Options of {@link createGroupCommit}. */
export interface GroupCommitOptions {
  readonly clock: Pick<FileClock, 'start' | 'keep'>;
  readonly guard: Pick<FileGuard, 'check'>;
}

/**
 * The largest number of changes that share a commit, so that many changes do not block the event
 * loop and other processes for long.
 */
const MAX_MEMBERS = 256;
const RETRY_MS = 1;
/**
 * The time after which the process that holds the file's write lock counts as stopped or slow, in
 * milliseconds.
 */
const SLOW_AFTER_MS = 100;
/**
 * The time between attempts while the holder of the lock is slow, in milliseconds. Each attempt
 * blocks the event loop, which readers need, for a while.
 */
const SLOW_RETRY_MS = 25;
const PATIENCE_MS = 10_000;

/**
 * Makes a queue that commits changes which arrive together in one transaction. A commit blocks the
 * event loop for its sync. Changes that arrive until the next `setImmediate` join one transaction,
 * and so do those of the turns that follow, as long as each brings some and a commit would take
 * longer: under load each change costs less, and a single change does not wait.
 */
export function createGroupCommit(
  database: Database.Database,
  { clock, guard }: GroupCommitOptions,
): GroupCommit {
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const rollback = database.prepare('rollback');
  const savepoint = database.prepare('savepoint change');
  const release = database.prepare('release change');
  const undo = database.prepare('rollback to change');
  const waiting: Member[] = [];
  /**
   * The number of waiting changes that must be committed one by one, because they failed in a
   * shared transaction.
   */
  let alone = 0;
  let busySince: number | undefined;
  /** The time that the last commit took, in milliseconds. */
  let commitMs = 0;
  /** The number of changes that waited, and the time, when the next commit was last put off. */
  let gathered = 0;
  let gatheringSince = 0;

  /**
   * Puts the commit off while each turn of the event loop brings further changes, but for no longer
   * than a commit takes.
   */
  function gather(): void {
    const isGrowing = waiting.length > gathered && waiting.length < MAX_MEMBERS;
    if (isGrowing && performance.now() - gatheringSince < commitMs) {
      gathered = waiting.length;
      setImmediate(gather);
    } else {
      gathered = 0;
      flush();
    }
  }

  function flush(): void {
    const members = waiting.splice(0, alone > 0 ? 1 : MAX_MEMBERS);
    try {
      begin.run();
      busySince = undefined;
    } catch (error) {
      postpone(members, error);
      return;
    }
    alone = Math.max(0, alone - 1);
    const start = performance.now();
    const outcomes = checkPlace(members, makeAll(members));
    commitMs = performance.now() - start;
    answerMembers(members, outcomes);
    if (waiting.length > 0) {
      setImmediate(flush);
    }
  }

  /**
   * Tries changes again later when another process is writing, or rejects them if that takes too
   * long.
   */
  function postpone(members: readonly Member[], error: unknown): void {
    busySince ??= performance.now();
    const busyFor = performance.now() - busySince;
    if (isBusy(error) && busyFor < PATIENCE_MS) {
      waiting.unshift(...members);
    } else {
      alone = 0;
      answerMembers(members, failAll(members, error));
    }
    if (waiting.length > 0) {
      setTimeout(flush, busyFor < SLOW_AFTER_MS ? RETRY_MS : SLOW_RETRY_MS);
    }
  }

  /**
   * Returns the outcomes of changes, but rejects all of them if the file was deleted or replaced.
   */
  function checkPlace(
    members: readonly Member[],
    outcomes: readonly Outcome[] | undefined,
  ): readonly Outcome[] | undefined {
    try {
      guard.check();
      return outcomes;
    } catch (error) {
      return failAll(members, error);
    }
  }

  /**
   * Makes all changes in a transaction and commits it. Returns `undefined` if the changes must be
   * tried again one by one.
   */
  function makeAll(members: readonly Member[]): readonly Outcome[] | undefined {
    try {
      const time = clock.start();
      const outcomes = makeTogether(members, time) ?? makeApart(members, time);
      clock.keep();
      makeLast();
      return outcomes;
    } catch (error) {
      if (database.inTransaction) {
        rollback.run();
      }
      return members.length === 1 ? failAll(members, error) : undefined;
    }
  }

  function makeLast(): void {
    try {
      commit.run();
    } catch (error) {
      throw toCommitError(error);
    }
  }

  /**
   * Makes several changes without savepoints, because savepoints copy every changed page and
   * changes rarely fail. Returns `undefined`, with everything undone, if one of them threw.
   */
  function makeTogether(members: readonly Member[], time: number): readonly Outcome[] | undefined {
    try {
      return members.map(({ change }) => ({ kind: 'done', value: change(time) }));
    } catch (error) {
      if (!database.inTransaction || members.length === 1) {
        throw error;
      }
      rollback.run();
      begin.run();
      return undefined;
    }
  }

  function makeApart(members: readonly Member[], time: number): readonly Outcome[] {
    return members.map(({ change }) => make(change, time));
  }

  function make(change: Change<unknown>, time: number): Outcome {
    savepoint.run();
    try {
      const value = change(time);
      release.run();
      return { kind: 'done', value };
    } catch (error) {
      // SQLite ends the whole transaction by itself on some errors, such as a full disk.
      if (!database.inTransaction) {
        throw error;
      }
      undo.run();
      release.run();
      return { kind: 'failed', error };
    }
  }

  function answerMembers(
    members: readonly Member[],
    outcomes: readonly Outcome[] | undefined,
  ): void {
    if (outcomes === undefined) {
      waiting.unshift(...members);
      alone = members.length;
      return;
    }
    for (const [index, outcome] of outcomes.entries()) {
      const member = members[index];
      if (outcome.kind === 'done') {
        member?.resolve(outcome.value);
      } else {
        member?.reject(toStorageError(outcome.error));
      }
    }
  }

  return {
    run<Value>(change: Change<Value>) {
      return new Promise<Value>((resolve, reject) => {
        if (waiting.length === 0) {
          gatheringSince = performance.now();
          setImmediate(gather);
        }
        waiting.push({ change, resolve: resolve as (value: unknown) => void, reject });
      });
    },
  };
}

function failAll(members: readonly Member[], error: unknown): readonly Outcome[] {
  return members.map(() => ({ kind: 'failed', error }));
}
