// Only the names that are exported here are public.
export { createPostgresEngine, type PostgresEngineOptions } from './create-postgres-engine.ts';
export { createPostgresRecords, type PostgresRecordsOptions } from './postgres-records.ts';
export { createPostgresPool, type PostgresPoolOptions } from './postgres-pool.ts';
