import { createPostgresEngine } from '@formwork/postgres';
import { openTestDatabase, type TestDatabase } from '@formwork/postgres/testing';
import type { TaskEngine } from '@formwork/runtime';
import {
  describeTaskArchive,
  describeTaskEngine,
  type EngineStorage,
} from '@formwork/runtime/testing';
import { afterAll, beforeAll } from 'vitest';
import { startPooler, type TestPooler } from '../support/start-pooler.ts';

// A pooler shares connections between transactions, so that prepared statements, settings and
// LISTEN do not survive a transaction.

let database: TestDatabase | undefined;
let pooler: TestPooler | undefined;

beforeAll(async () => {
  database = await openTestDatabase();
  pooler = await startPooler(database.url);
});

afterAll(async () => {
  await pooler?.stop();
  await database?.close();
});

describeTaskEngine('createPostgresEngine() twice behind PgBouncer', { open: openStorage });

describeTaskArchive('createPostgresEngine() twice behind PgBouncer', { open: openStorage });

async function openStorage(): Promise<EngineStorage> {
  if (database === undefined || pooler === undefined) throw new Error('There is no pooler.');
  const place = await database.createPlace();
  const { url } = pooler;
  const engines: TaskEngine[] = [];
  function open(): TaskEngine {
    const engine = createPostgresEngine({
      url,
      schema: place.settings.schema,
      isPooled: true,
      poolSize: 6,
      hintDelayMs: 1,
      pollMs: 20,
    });
    engines.push(engine);
    return engine;
  }
  return {
    engine: open(),
    another: async () => open(),
    advance: (milliseconds) => place.advance(milliseconds),
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
      await place.drop();
    },
  };
}
