import { describeStore } from '@formwork/runtime/store';
import type { Command } from 'commander';
import { resolve } from 'node:path';
import { CliError, UsageError } from '../../errors/errors.ts';
import { EXIT_CODES } from '../../exit-codes.ts';
import { makeFolderOf } from '../../save/folders.ts';
import { openBlobs } from '../../serve/open-blobs.ts';
import { openEngine, parseStore } from '../../serve/open-engine.ts';
import type { Console } from '../../terminal/console.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { toSafeJson } from '../../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags } from '../common-flags.ts';
import type { RecordsMigration } from './migrate-records.ts';
import type { Migration, MigrationProgress } from './migrate-store.ts';
import { addStoreFlags, findStore, openStore, type StoreFlags } from './task-store.ts';

/** Adds the commands `formwork migrate-store` and `formwork backup`. */
export function defineStores(program: Command, console: Console): void {
  const migrate = program
    .command('migrate-store')
    .description('copy all tasks and shared records to another store; agents must be stopped')
    .argument('<from>', 'SQLite file or postgres://...; it stays as it is')
    .argument('<to>', 'SQLite file or postgres://...')
    .option('--from-blobs <place>', 's3://bucket/prefix with long data of the source')
    .option('--to-blobs <place>', 's3://bucket/prefix for long data of the target')
    .action((from: string, to: string, flags: MigrationFlags) =>
      runMigration({ from, to, flags, console }),
    );
  addCommonFlags(migrate, [
    'formwork migrate-store data/tasks.sqlite postgres://agents@db.internal/agents',
    'formwork migrate-store "$DATABASE_URL" sqlite:data/tasks.sqlite --json',
    'formwork migrate-store data/tasks.sqlite data/next.sqlite --to-blobs s3://my-agents/clerk',
  ]);
  const backup = program
    .command('backup')
    .description('copy the SQLite store of an agent as of one moment, also while the agent runs')
    .argument('<file>', 'the copy: a new file; with FILE-blobs and FILE-records beside it')
    .action((file: string, flags: StoreFlags) => runBackup(file, flags, console));
  addStoreFlags(backup, ['formwork backup backup/2026-11-23.sqlite --store data/tasks.sqlite']);
}

/** The flags of `formwork migrate-store`. */
interface MigrationFlags extends CommonFlags {
  readonly fromBlobs?: string;
  readonly toBlobs?: string;
}

/** A migration to run: the names of both stores, the flags, and the console for the report. */
interface MigrationOrder {
  readonly from: string;
  readonly to: string;
  readonly flags: MigrationFlags;
  readonly console: Console;
}

async function runMigration({ from, to, flags, console }: MigrationOrder): Promise<void> {
  if (nameOf(from) === nameOf(to)) {
    throw new UsageError('Cannot move tasks because both stores are the same.');
  }
  const [{ migrateStore }, { migrateRecords }] = await Promise.all([
    import('./migrate-store.ts'),
    import('./migrate-records.ts'),
  ]);
  const { fromBlobs, toBlobs } = flags;
  const source = await openStore({ store: from, blobs: fromBlobs });
  try {
    const target = await openEngine(to, toBlobs === undefined ? {} : { blobs: toBlobs });
    if (target === undefined) {
      throw new UsageError('Cannot move tasks because the target must be a file or a database.');
    }
    try {
      const tellProgress = createProgress(console);
      const moved = await migrateStore({
        from: source,
        to: target,
        onProgress(progress) {
          if (console.isErrTerminal) tellProgress(progress);
        },
      });
      const outcome = { ...moved, ...(await migrateRecords(from, to)) };
      const isWhole = outcome.problems.length === 0 && !outcome.isChanged;
      if (flags.json === true) console.out(toSafeJson({ isWhole, ...outcome }));
      else tellMigration(outcome, { from, to, console });
      if (!isWhole) process.exitCode = EXIT_CODES.failed;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** The time between two lines about the progress, in milliseconds. */
const TELL_EVERY_MS = 2_000;

/** Makes the function that tells from time to time how far a migration is, and how long it takes. */
function createProgress(console: Pick<Console, 'err'>): (progress: MigrationProgress) => void {
  const begun = performance.now();
  const last = { at: begun };
  return ({ count, total }) => {
    const now = performance.now();
    if (now - last.at < TELL_EVERY_MS) return;
    last.at = now;
    console.err(describeProgress({ count, total }, now - begun));
  };
}

/** Says how far a migration is, and when it ends if it goes on as it has so far. */
export function describeProgress({ count, total }: MigrationProgress, tookMs: number): string {
  const seconds = Math.round(((tookMs / Math.max(1, count)) * Math.max(0, total - count)) / 1_000);
  const time = seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return `${count} of ${total} tasks, about ${time} left ...`;
}

function tellMigration(
  outcome: Migration & RecordsMigration,
  { from, to, console }: Omit<MigrationOrder, 'flags'>,
): void {
  const { tasks, events, copied, existing, same, problems, isChanged } = outcome;
  const { records, copiedRecords, otherRecords } = outcome;
  const rows = [
    ['From', describeStore(from)],
    ['To', describeStore(to)],
    ['Tasks', `${tasks}, with ${events} events`],
    ['Copied', `${copied}, and ${existing} were there before`],
    ['The same', `${same} of ${tasks}, by the SHA-256 of each`],
    ['Records', `${records}, of which ${copiedRecords} copied`],
  ];
  console.out(formatTable(rows, { paint: console.paint, indent: '' }));
  for (const { taskId, reason } of problems) console.err(`Task ${taskId}: ${reason}`);
  for (const key of otherRecords) {
    console.err(`Record ${key}: the target has another one, and keeps it`);
  }
  if (isChanged) {
    console.err('The source has changed meanwhile: stop its agents, and run the command again.');
  } else if (problems.length === 0) {
    console.out('All tasks are in the new store. Start the agents on it.');
  }
}

/** Returns the same text for all spellings of a store's name, so that stores can be compared. */
function nameOf(store: string): string {
  const location = parseStore(store);
  if (location.kind !== 'sqlite') return JSON.stringify(location);
  return resolve(location.file);
}

async function runBackup(to: string, flags: StoreFlags, console: Console): Promise<void> {
  const settings = await findStore(flags);
  const location = parseStore(settings.store);
  if (location.kind !== 'sqlite') {
    throw new UsageError(
      location.kind === 'postgres'
        ? 'Cannot back up the store because it is in PostgreSQL: use pg_dump for it.'
        : 'Cannot back up the store because its tasks are in memory.',
    );
  }
  const { file } = location;
  // Opening throws for a missing file, and for a file that is not a store of Formwork.
  const engine = await openStore(settings);
  await engine.close();
  const blobStore = settings.blobs === undefined ? undefined : await openBlobs(settings.blobs);
  await makeFolderOf(to);
  const { backUpSqlite } = await import('@formwork/runtime/sqlite');
  const { tasks, blobs, records, missingBlobs } = await backUpSqlite({
    file,
    to,
    ...(blobStore && { blobStore }),
  }).catch((cause: unknown) => {
    throw cause instanceof TypeError ? new CliError(cause.message, { cause }) : cause;
  });
  if (flags.json === true) {
    console.out(toSafeJson({ file: to, tasks, blobs, records, missingBlobs }));
  } else console.out(`${to} has ${tasks} tasks, ${blobs} blobs and ${records} shared records.`);
  if (missingBlobs.length === 0) return;
  console.err(
    `${missingBlobs.length} blobs of the store are missing or damaged: their tasks cannot be read in the copy.`,
  );
  process.exitCode = EXIT_CODES.failed;
}
