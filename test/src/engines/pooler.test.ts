import { createPostgresEngine } from '@formwork/postgres';
import { openTestDatabase, type EngineShelf, type TestDatabase } from '@formwork/postgres/testing';
import { describeTaskArchive, describeTaskEngine } from '@formwork/runtime/testing';
import { afterAll, beforeAll } from 'vitest';
import { startPooler, type TestPooler } from '../support/start-pooler.ts';

// A pooler shares connections between transactions, so that prepared statements, settings and
// LISTEN do not survive a transaction.

let database: TestDatabase;
let pooler: TestPooler;
let shelf: EngineShelf;

beforeAll(async () => {
  database = await openTestDatabase();
  pooler = await startPooler(database.url);
  const { url } = pooler;
  shelf = database.createTestEngines((schema) =>
    createPostgresEngine({
      url,
      schema,
      isPooled: true,
      poolSize: 6,
      hintDelayMs: 1,
      pollMs: 20,
    }),
  );
});

afterAll(async () => {
  await shelf.close();
  await pooler.stop();
  await database.close();
});

describeTaskEngine('createPostgresEngine() twice behind PgBouncer', { open: () => shelf.lend() });

describeTaskArchive('createPostgresEngine() twice behind PgBouncer', { open: () => shelf.lend() });
