import type * as Postgres from '@formwork/postgres';
import type { TaskEngine } from '@formwork/runtime';
import {
  parseStore as parseStoreName,
  StoreNameError,
  type StoreLocation,
} from '@formwork/runtime/store';
import { existsSync } from 'node:fs';
import { CliError, UsageError } from '../errors/errors.ts';
import { makeFolderOf } from '../save/folders.ts';
import { openBlobs } from './open-blobs.ts';

/**
 * Reads the name of a store on the command line.
 *
 * @throws UsageError for a name that stands for no store
 */
export function parseStore(name: string): StoreLocation {
  try {
    return parseStoreName(name);
  } catch (cause) {
    throw cause instanceof StoreNameError ? new UsageError(cause.message, { cause }) : cause;
  }
}

/** The code of an engine whose blob store has none of the blobs of tasks. */
const ELSEWHERE = 'BLOBS_ELSEWHERE';

/** Options of {@link openEngine}. */
export interface OpenEngineOptions {
  /**
   * True throws for a store that does not exist, or has no tables, and makes nothing. Default false:
   * the store is created.
   */
  readonly mustExist?: boolean;
  /** The highest number of connections to a database. Default: that of a server. */
  readonly poolSize?: number;
  /** The bucket for long data, as `s3://bucket/prefix`. Default: they are stored with the tasks. */
  readonly blobs?: string;
  /**
   * True asks the server of `blobs` whether the bucket can be used, and looks for blobs of tasks in
   * the place of blobs. Default false.
   */
  readonly checksBlobs?: boolean;
}

/**
 * Opens the engine of a store, and checks that the store answers and has tables of this version;
 * `undefined` for `memory:`.
 *
 * @throws UsageError, CliError, EngineStorageError, EngineSchemaUnknownError, and S3Error for a bucket
 *   that is checked
 */
export async function openEngine(
  name: string,
  options: OpenEngineOptions = {},
): Promise<TaskEngine | undefined> {
  const engine = await createEngine(name, options);
  try {
    await engine?.now?.();
    if (options.checksBlobs === true) await checkBlobs(engine, { name, blobs: options.blobs });
    return engine;
  } catch (error) {
    await engine?.close();
    throw error;
  }
}

/**
 * Checks that a store has the long data of its tasks in the place that was named: new data would
 * otherwise be stored in the wrong place.
 */
async function checkBlobs(
  engine: TaskEngine | undefined,
  { name, blobs }: { readonly name: string; readonly blobs: string | undefined },
): Promise<void> {
  try {
    await engine?.checkBlobs?.();
  } catch (cause) {
    const isElsewhere =
      cause instanceof Error && 'storageCode' in cause && cause.storageCode === ELSEWHERE;
    if (!isElsewhere) throw cause;
    const location = parseStore(name);
    const folder =
      location.kind === 'sqlite' ? `the folder ${location.file}-blobs` : 'the database';
    throw new CliError(
      `Cannot open the store because its long data are not in ${blobs ?? folder}: name the bucket and prefix that has them with --blobs, or, if they are lost, move the other tasks to a new store with formwork migrate-store.`,
      { cause },
    );
  }
}

async function createEngine(
  name: string,
  { mustExist = false, poolSize, blobs, checksBlobs: isChecked = false }: OpenEngineOptions,
): Promise<TaskEngine | undefined> {
  const location = parseStore(name);
  if (location.kind === 'memory') {
    if (blobs === undefined) return undefined;
    throw new UsageError(
      'Cannot keep long data in a bucket because the tasks are in memory: name their store, such as --store data/tasks.sqlite.',
    );
  }
  if (location.kind === 'postgres') {
    const { createPostgresEngine } = await loadPostgres();
    const { url, schema, isPooled } = location;
    const blobStore = blobs === undefined ? undefined : await openBlobs(blobs, { isChecked });
    try {
      return createPostgresEngine({
        url,
        isPooled,
        mustExist,
        ...(blobStore && { blobStore }),
        ...(schema !== undefined && { schema }),
        ...(poolSize !== undefined && { poolSize }),
      });
    } catch (cause) {
      throw cause instanceof TypeError ? new UsageError(cause.message, { cause }) : cause;
    }
  }
  if (mustExist && !existsSync(location.file)) {
    throw new CliError(
      `Cannot open the store because there is no such file: ${JSON.stringify(location.file)}`,
    );
  }
  const blobStore =
    blobs === undefined
      ? undefined
      : await openBlobs(blobs, { folder: `${location.file}-blobs`, isChecked });
  if (!mustExist) await makeFolderOf(location.file);
  const { createSqliteEngine } = await import('@formwork/runtime/sqlite');
  return createSqliteEngine({ file: location.file, mustExist, ...(blobStore && { blobStore }) });
}

/** Loads the package of the PostgreSQL engine. @throws CliError when it is not installed */
export async function loadPostgres(): Promise<typeof Postgres> {
  return import('@formwork/postgres').catch(async (cause: unknown) => {
    const { findInstallCommand } = await import('@formwork/runtime/internal');
    throw new CliError(
      `Cannot open a PostgreSQL store because its package is not installed. Install it with: ${findInstallCommand('@formwork/postgres')}. To keep tasks elsewhere, name a file with --store, or memory:.`,
      { cause },
    );
  });
}

/** Returns the store that `DATABASE_URL` names, if that is a PostgreSQL database. */
export function readDatabaseUrl(
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { DATABASE_URL: url = '' } = env;
  return /^postgres(?:ql)?:\/\//iu.test(url) ? url : undefined;
}
