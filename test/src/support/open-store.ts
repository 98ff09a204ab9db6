import { createPostgresEngine } from '@formwork/postgres';
import type { TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';

/**
 * Opens an engine over the place that a text names: the path of an SQLite file, or
 * `postgres://...?schema=NAME`.
 */
export function openStore(place: string): TaskEngine {
  if (!place.startsWith('postgres://')) return createSqliteEngine({ file: place });
  const url = new URL(place);
  const schema = url.searchParams.get('schema') ?? 'formwork';
  url.searchParams.delete('schema');
  return createPostgresEngine({ url: url.href, schema, statementTimeoutMs: 3_000, poolSize: 5 });
}
