import { FormworkError } from '@formwork/schema';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TaskEngine } from './engine/task-engine.ts';

/** Thrown when a store cannot be opened because the package of its engine is not installed. */
export class StorePackageError extends FormworkError {
  readonly code = 'STORE_PACKAGE_MISSING';

  constructor(name: string, options?: ErrorOptions) {
    super(
      `Cannot open a PostgreSQL store because its package is not installed. Install it with: npm install ${name}`,
      options,
    );
  }
}

/** The npm package of the PostgreSQL engine, which users install only if they need that engine. */
const POSTGRES = '@formwork/postgres';

/** The exports of `@formwork/postgres` that opening a store uses. */
interface PostgresPackage {
  readonly createPostgresEngine: (options: { readonly url: string }) => TaskEngine;
}

/**
 * Opens the engine that a name stands for, so that a setting decides where an agent keeps its
 * tasks: `postgres://...` is a PostgreSQL database (`@formwork/postgres`), any other name is the
 * path of an SQLite file, whose folder is made if it is missing.
 *
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
  if (/^postgres(?:ql)?:\/\//iu.test(name)) {
    const { createPostgresEngine } = await loadPostgres();
    return createPostgresEngine({ url: name });
  }
  mkdirSync(dirname(name), { recursive: true, mode: 0o700 });
  const { createSqliteEngine } = await import('./engine/sqlite/create-sqlite-engine.ts');
  return createSqliteEngine({ file: name });
}

async function loadPostgres(): Promise<PostgresPackage> {
  try {
    return (await import(POSTGRES)) as PostgresPackage;
  } catch (cause) {
    throw new StorePackageError(POSTGRES, { cause });
  }
}
