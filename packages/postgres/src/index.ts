// Only the names that are exported here are public.
export { createPostgresEngine } from './create-postgres-engine.ts';
export type { PostgresEngineOptions } from './engine-options.ts';
export { createPostgresRecords, type PostgresRecordsOptions } from './postgres-records.ts';
export { createPostgresPool, type PostgresPoolOptions } from './postgres-pool.ts';
