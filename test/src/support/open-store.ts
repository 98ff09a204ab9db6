import { createPostgresEngine } from '@formwork/postgres';
import type { TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';

/** Opens an engine over a file, or over the schema of a database: `postgres://...?schema=NAME`. */
export function openStore(place: string): TaskEngine {
  if (!place.startsWith('postgres://')) return createSqliteEngine({ file: place });
  const url = new URL(place);
  const schema = url.searchParams.get('schema') ?? 'formwork';
  url.searchParams.delete('schema');
  return createPostgresEngine({ url: url.href, schema, statementTimeoutMs: 3_000 });
}
