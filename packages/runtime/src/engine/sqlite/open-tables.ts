import type Database from 'better-sqlite3';
import { createBlobLedger, createBlobRows } from './blob-rows.ts';
import { createTaskCreator, type TaskCreator } from './create-task-creator.ts';
import { createEarlyStarts, type EarlyStarts } from '../stored/early-starts.ts';
import { CountCheck } from './count-check.ts';
import { createFileClock, type FileClock } from './file-clock.ts';
import type { FileGuard } from './file-guard.ts';
import { GroupCommit } from './group-commit.ts';
import {
  createHousekeeping,
  createPruner,
  createVacuum,
  type Housekeeping,
} from './housekeeping.ts';
import {
  createAllLister,
  createQueueReader,
  createRowLister,
  createStateCounter,
  createWaitingLister,
} from './list-rows.ts';
import { IndexCheck } from './index-check.ts';
import { LongTexts, type LongTextsOptions } from '../stored/long-texts.ts';
import { SnapshotReader } from './snapshot-reader.ts';
import { TaskStore } from './task-store.ts';

/** The parts of the SQLite engine that can work once the tables exist. */
export interface Tables {
  readonly database: Database.Database;
  readonly clock: Pick<FileClock, 'read' | 'raise'>;
  readonly store: TaskStore;
  readonly commits: GroupCommit;
  readonly longTexts: LongTexts;
  readonly creator: TaskCreator;
  readonly earlyStarts: EarlyStarts;
  readonly housekeeping: Housekeeping;
  readonly indexes: IndexCheck;
  readonly counts: CountCheck;
  readonly reader: SnapshotReader;
  readonly list: ReturnType<typeof createRowLister>;
  readonly listAll: ReturnType<typeof createAllLister>;
  readonly countStates: ReturnType<typeof createStateCounter>;
  readonly findLongestQueued: ReturnType<typeof createQueueReader>;
  readonly listWaiting: ReturnType<typeof createWaitingLister>;
  readonly prune: ReturnType<typeof createPruner>;
}

/** Options of {@link openTables}. */
export interface TablesOptions extends Pick<LongTextsOptions, 'blobStore' | 'blobsAbove'> {
  readonly now: () => number;
  readonly guard: FileGuard;
}

/**
 * Makes the parts of the SQLite engine that read and write the tables, and cleans up what an
 * earlier process has left unfinished.
 */
export function openTables(
  database: Database.Database,
  { now, guard, blobStore, blobsAbove }: TablesOptions,
): Tables {
  const clock = createFileClock(database, now);
  const store = new TaskStore(database, clock);
  const commits = new GroupCommit(database, { clock, guard });
  const ledger = createBlobLedger(createBlobRows(database), commits);
  const longTexts = new LongTexts({ blobStore, blobsAbove, ledger });
  const earlyStarts = createEarlyStarts();
  const housekeeping = createHousekeeping(longTexts, createVacuum({ database, commits }));
  housekeeping.start();
  return {
    database,
    clock,
    store,
    commits,
    longTexts,
    creator: createTaskCreator({ store, commits, longTexts, earlyStarts, now }),
    earlyStarts,
    housekeeping,
    indexes: new IndexCheck(database),
    counts: new CountCheck(database),
    reader: new SnapshotReader(database, longTexts),
    list: createRowLister(database),
    listAll: createAllLister(database),
    countStates: createStateCounter(database),
    findLongestQueued: createQueueReader(database),
    listWaiting: createWaitingLister(database, store),
    prune: createPruner(database, store),
  };
}
