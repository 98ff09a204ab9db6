import { createPostgresEngine } from '@formwork/postgres';
import type { TaskEngine } from '@formwork/runtime';
import { createSqliteEngine, type SqliteEngineOptions } from '@formwork/runtime/sqlite';

/** The options of {@link openStore}: the clock of an SQLite file; a database has its own. */
export type OpenStoreOptions = Pick<SqliteEngineOptions, 'now'>;

/**
 * Opens an engine over the place that a text names: the path of an SQLite file, or
 * `postgres://...?schema=NAME`.
 */
export function openStore(place: string, options: OpenStoreOptions = {}): TaskEngine {
  if (!place.startsWith('postgres://')) return createSqliteEngine({ file: place, ...options });
  const url = new URL(place);
  const schema = url.searchParams.get('schema') ?? 'formwork';
  url.searchParams.delete('schema');
  return createPostgresEngine({ url: url.href, schema, statementTimeoutMs: 3_000, poolSize: 5 });
}
