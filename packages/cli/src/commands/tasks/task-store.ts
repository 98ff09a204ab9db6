import type { TaskEngine, TaskSummary } from '@formwork/runtime';
import type { Command } from 'commander';
import { CliError, UsageError } from '../../errors/errors.ts';
import { openEngine } from '../../serve/open-engine.ts';
import { readSettings } from '../../serve/read-settings.ts';
import { addCommonFlags, type CommonFlags } from '../common-flags.ts';

/** The flags of every command that works on a store. */
export interface StoreFlags extends CommonFlags {
  readonly store?: string;
  readonly blobs?: string;
}

/** The name of a store, and the place of its long data. */
export interface NamedStore {
  readonly store: string;
  /**
   * The bucket for long data, as `s3://bucket/prefix`; absent if they are stored with the tasks.
   */
  readonly blobs?: string | undefined;
}

/** The number of database connections of a command; one of them waits for news of changed tasks. */
const POOL_SIZE = 3;

/** Adds to a command `--store`, `--blobs`, the flags that every command has, and examples. */
export function addStoreFlags(command: Command, examples: readonly string[]): Command {
  command.option(
    '--store <place>',
    'SQLite file or postgres://... (default: FORMWORK_STORE, formwork.config.json, DATABASE_URL)',
  );
  command.option(
    '--blobs <place>',
    's3://bucket/prefix with its long data (default: FORMWORK_BLOBS, formwork.config.json)',
  );
  return addCommonFlags(command, examples);
}

/** Returns the store that a command works on. @throws UsageError if none is named */
export async function findStore({ store, blobs }: StoreFlags): Promise<NamedStore> {
  const settings = await readSettings({ flags: { store, blobs }, env: process.env });
  if (settings.store !== undefined) return { store: settings.store, blobs: settings.blobs };
  throw new UsageError(
    'Cannot open the store because none is named: add --store data/tasks.sqlite, or set FORMWORK_STORE or DATABASE_URL.',
  );
}

/**
 * Opens an existing store, also while agents use it. Nothing is made in it.
 *
 * @throws CliError or EngineStorageError for a store that does not exist or has no tables, and
 * UsageError for tasks in memory
 */
export async function openStore({ store, blobs }: NamedStore): Promise<TaskEngine> {
  const engine = await openEngine(store, {
    mustExist: true,
    poolSize: POOL_SIZE,
    ...(blobs !== undefined && { blobs }),
  });
  if (engine !== undefined) return engine;
  throw new UsageError(
    'Cannot open the store because tasks in memory are seen by their own process alone: name a file or a database.',
  );
}

/** Opens the store of a command, calls `use`, and closes it again. */
export async function withStore<Value>(
  flags: StoreFlags,
  use: (engine: TaskEngine) => Promise<Value>,
): Promise<Value> {
  const engine = await openStore(await findStore(flags));
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

/** Finds a task in any scope. @throws CliError if there is none */
export async function findTask(engine: TaskEngine, taskId: string): Promise<TaskSummary> {
  const { findTaskSummary } = await import('@formwork/runtime/internal');
  const task = await findTaskSummary(engine, taskId);
  if (task !== undefined) return task;
  throw new CliError(`Cannot find task ${taskId} because the store has no such task.`);
}

/** Formats an ISO 8601 time for a table, without fractions of a second. */
export function formatTime(timestamp: string): string {
  return timestamp.replace('T', ' ').replace(/\.\d+Z$/u, 'Z');
}

/** Formats a number of bytes, such as `1.2 kB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/**
 * Formats the scope of a task's caller for a table; anonymous callers, with an empty one, are
 * `(nobody)`.
 */
export function formatScope(scope: string): string {
  return scope === '' ? '(nobody)' : scope;
}
