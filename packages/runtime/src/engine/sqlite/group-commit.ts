import { isLocked } from '../../file-refusal.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import type { FileClock } from './file-clock.ts';
import type { FileGuard } from './file-guard.ts';
import { toCommitError, toStorageError } from './statements.ts';

/**
 * A function that reads and writes rows, and gets the time of its transaction in milliseconds since
 * 1970. It may run more than once.
 */
type Change<Value> = (time: number) => Value;

interface Member {
  readonly change: Change<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

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
 * Commits changes to the database. Changes that come together share one transaction and one sync of
 * the disk. A commit blocks the event loop for its sync. Changes that arrive until the next
 * `setImmediate` join one transaction, and so do those of the turns that follow, as long as each
 * brings some and a commit would take longer: under load each change costs less, and a single
 * change does not wait.
 */
export class GroupCommit {
  readonly #database: SqliteDatabase;
  readonly #clock: Pick<FileClock, 'start' | 'keep'>;
  readonly #guard: Pick<FileGuard, 'check'>;
  readonly #waiting: Member[] = [];
  /**
   * The number of waiting changes that must be committed one by one, because they failed in a
   * shared transaction.
   */
  #alone = 0;
  #busySince: number | undefined;
  /** The time that the last commit took, in milliseconds. */
  #commitMs = 0;
  /** The number of changes that waited, and the time, when the next commit was last put off. */
  #gathered = 0;
  #gatheringSince = 0;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(
    database: SqliteDatabase,
    {
      clock,
      guard,
    }: {
      readonly clock: Pick<FileClock, 'start' | 'keep'>;
      readonly guard: Pick<FileGuard, 'check'>;
    },
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#guard = guard;
    this.#statements = prepareStatements(database);
  }

  /**
   * Resolves after the commit of a change. Rejects with the error that `change` throws, or with
   * `EngineStorageError`; then nothing of this change was written, and other changes are not
   * affected. Changes are made in order.
   */
  run<Value>(change: Change<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (this.#waiting.length === 0) {
        this.#gatheringSince = performance.now();
        setImmediate(() => this.#gather());
      }
      this.#waiting.push({ change, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  /**
   * Puts the commit off while each turn of the event loop brings further changes, but for no longer
   * than a commit takes.
   */
  #gather(): void {
    const isGrowing = this.#waiting.length > this.#gathered && this.#waiting.length < MAX_MEMBERS;
    if (isGrowing && performance.now() - this.#gatheringSince < this.#commitMs) {
      this.#gathered = this.#waiting.length;
      setImmediate(() => this.#gather());
    } else {
      this.#gathered = 0;
      this.#flush();
    }
  }

  #flush(): void {
    const members = this.#waiting.splice(0, this.#alone > 0 ? 1 : MAX_MEMBERS);
    try {
      this.#statements.begin.run();
      this.#busySince = undefined;
    } catch (error) {
      this.#postpone(members, error);
      return;
    }
    this.#alone = Math.max(0, this.#alone - 1);
    const start = performance.now();
    const outcomes = this.#checkPlace(members, this.#makeAll(members));
    this.#commitMs = performance.now() - start;
    this.#answerMembers(members, outcomes);
    if (this.#waiting.length > 0) {
      setImmediate(() => this.#flush());
    }
  }

  /**
   * Tries changes again later when another process is writing, or rejects them if that takes too
   * long.
   */
  #postpone(members: readonly Member[], error: unknown): void {
    this.#busySince ??= performance.now();
    const busyFor = performance.now() - this.#busySince;
    if (isLocked(error) && busyFor < PATIENCE_MS) {
      this.#waiting.unshift(...members);
    } else {
      this.#alone = 0;
      this.#answerMembers(members, failAll(members, error));
    }
    if (this.#waiting.length > 0) {
      setTimeout(() => this.#flush(), busyFor < SLOW_AFTER_MS ? RETRY_MS : SLOW_RETRY_MS);
    }
  }

  /**
   * Returns the outcomes of changes, but rejects all of them if the file was deleted or replaced.
   */
  #checkPlace(
    members: readonly Member[],
    outcomes: readonly Outcome[] | undefined,
  ): readonly Outcome[] | undefined {
    try {
      this.#guard.check();
      return outcomes;
    } catch (error) {
      return failAll(members, error);
    }
  }

  /**
   * Makes all changes in a transaction and commits it. Returns `undefined` if the changes must be
   * tried again one by one.
   */
  #makeAll(members: readonly Member[]): readonly Outcome[] | undefined {
    try {
      const time = this.#clock.start();
      const outcomes = this.#makeTogether(members, time) ?? this.#makeApart(members, time);
      this.#clock.keep();
      this.#makeLast();
      return outcomes;
    } catch (error) {
      if (this.#database.inTransaction) {
        this.#statements.rollback.run();
      }
      return members.length === 1 ? failAll(members, error) : undefined;
    }
  }

  #makeLast(): void {
    try {
      this.#statements.commit.run();
    } catch (error) {
      throw toCommitError(error);
    }
  }

  /**
   * Makes several changes without savepoints, because savepoints copy every changed page and
   * changes rarely fail. Returns `undefined`, with everything undone, if one of them threw.
   */
  #makeTogether(members: readonly Member[], time: number): readonly Outcome[] | undefined {
    try {
      return members.map(({ change }) => ({ kind: 'done', value: change(time) }));
    } catch (error) {
      if (!this.#database.inTransaction || members.length === 1) {
        throw error;
      }
      this.#statements.rollback.run();
      this.#statements.begin.run();
      return undefined;
    }
  }

  #makeApart(members: readonly Member[], time: number): readonly Outcome[] {
    return members.map(({ change }) => this.#make(change, time));
  }

  #make(change: Change<unknown>, time: number): Outcome {
    this.#statements.savepoint.run();
    try {
      const value = change(time);
      this.#statements.release.run();
      return { kind: 'done', value };
    } catch (error) {
      // SQLite ends the whole transaction by itself on some errors, such as a full disk.
      if (!this.#database.inTransaction) {
        throw error;
      }
      this.#statements.undo.run();
      this.#statements.release.run();
      return { kind: 'failed', error };
    }
  }

  #answerMembers(members: readonly Member[], outcomes: readonly Outcome[] | undefined): void {
    if (outcomes === undefined) {
      this.#waiting.unshift(...members);
      this.#alone = members.length;
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
}

/** Prepares the statements of {@link GroupCommit}. */
function prepareStatements(database: SqliteDatabase) {
  return {
    begin: database.prepare('begin immediate'),
    commit: database.prepare('commit'),
    rollback: database.prepare('rollback'),
    savepoint: database.prepare('savepoint change'),
    release: database.prepare('release change'),
    undo: database.prepare('rollback to change'),
  };
}

function failAll(members: readonly Member[], error: unknown): readonly Outcome[] {
  return members.map(() => ({ kind: 'failed', error }));
}
