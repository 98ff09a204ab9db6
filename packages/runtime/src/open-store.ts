import { FormworkError } from '@formwork/schema';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { TaskEngine } from './engine/task-engine.ts';
import { findInstallCommand } from './install-command.ts';
import { parseStore } from './store-location.ts';

export { StoreNameError } from './store-parameters.ts';
export { describeStore, parseStore, type StoreLocation } from './store-location.ts';

/** Thrown when a store cannot be opened because the package of its engine is not installed. */
export class StorePackageError extends FormworkError {
  readonly code = 'STORE_PACKAGE_MISSING';

  constructor(name: `@${string}/${string}`, options?: ErrorOptions) {
    super(
      `Cannot open a PostgreSQL store because its package is not installed. Install it with: ${findInstallCommand(name)}`,
      options,
    );
  }
}

/** The npm package of the PostgreSQL engine, which users install only if they need that engine. */
const POSTGRES = '@formwork/postgres';

/** The exports of `@formwork/postgres` that opening a store uses. */
interface PostgresPackage {
  readonly createPostgresEngine: (options: {
    readonly url: string;
    readonly schema?: string;
    readonly isPooled: boolean;
  }) => TaskEngine;
}

/**
 * Opens the engine that a name stands for, so that a setting decides where an agent keeps its
 * tasks: `postgres://...` is a PostgreSQL database (`@formwork/postgres`; `?schema=NAME` and
 * `?pgbouncer=true` are read), a path or `sqlite:PATH` an SQLite file, whose folder is made if it
 * is missing, and `memory:` keeps tasks as long as the process runs.
 *
 * @throws StoreNameError for any other name
 * @throws StorePackageError if the package of the engine is not installed
 *
 * @example
 * ```ts
 * import { openStore } from '@formwork/runtime/store';
 *
 * const engine = await openStore(process.env['DATABASE_URL'] ?? 'data/tasks.sqlite');
 * ```
 */
export async function openStore(name: string): Promise<TaskEngine> {
  const store = parseStore(name);
  if (store.kind === 'memory') {
    const { createMemoryEngine } = await import('./engine/memory-engine.ts');
    return createMemoryEngine();
  }
  if (store.kind === 'postgres') {
    const { createPostgresEngine } = await loadPostgres();
    const { url, schema, isPooled } = store;
    return createPostgresEngine({ url, isPooled, ...(schema !== undefined && { schema }) });
  }
  makeFolder(dirname(store.file));
  const { createSqliteEngine } = await import('./engine/sqlite/create-sqlite-engine.ts');
  return createSqliteEngine({ file: store.file });
}

async function loadPostgres(): Promise<PostgresPackage> {
  try {
    return (await import(POSTGRES)) as PostgresPackage;
  } catch (cause) {
    throw new StorePackageError(POSTGRES, { cause });
  }
}

/**
 * Makes a folder and the missing ones above it. It makes them one by one, because the `recursive`
 * option of `mkdirSync` never ends inside a folder of the system such as `/proc`. If the system
 * refuses one, the engine says that the folder does not exist.
 */
function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.push(path);
  for (const path of missing.toReversed()) {
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch {
      // Another process, started at the same time, may have been faster.
    }
  }
}
