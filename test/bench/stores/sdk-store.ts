import { TaskState, type Task } from '@a2a-js/sdk';
import { ServerCallContext } from '@a2a-js/sdk/server';
import { DatabaseTaskStore } from '@a2a-js/sdk/server/database';
import Database from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { createChunk, createMessage } from './payload.ts';

/** The SDK's own task store, on a database that is as durable as Formwork's. */
export interface SdkStore {
  /**
   * Stores and reads what the SDK does for a blocking request: the task as submitted, and the task
   * after each of 3 events.
   */
  runTask(): Promise<void>;
  /** Stores what the SDK does for a streamed artifact: the whole task after each chunk. */
  runStream(chunks: number, characters: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the SDK's own task store, on a database that is as durable as Formwork's. */
export async function openDatabaseTaskStore(
  file: string,
): Promise<{ readonly store: DatabaseTaskStore; readonly close: () => Promise<void> }> {
  if (file.startsWith('postgres://')) return openOnPostgres(file);
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
  await sql`
    create table tasks (
      tenant text not null, owner text not null, id text not null, context_id text not null,
      status_last_updated integer not null, status_state text, status text, artifacts text,
      history text, metadata text, protocol_version text, primary key (tenant, owner, id)
    )
  `.execute(db);
  return { store: new DatabaseTaskStore(db), close: () => db.destroy() };
}

export async function openSdkStore(file: string): Promise<SdkStore> {
  const { store, close } = await openDatabaseTaskStore(file);
  const context = new ServerCallContext();
  return {
    async runTask() {
      const task = createTask();
      await store.save(task, context);
      for (const state of [
        TaskState.TASK_STATE_WORKING,
        TaskState.TASK_STATE_WORKING,
        TaskState.TASK_STATE_COMPLETED,
      ]) {
        if (task.artifacts.length === 0 && state === TaskState.TASK_STATE_WORKING) {
          task.artifacts.push(createChunk(300));
        }
        setState(task, state);
        await store.save(task, context);
      }
      await store.load(task.id, context);
    },
    async runStream(chunks, characters) {
      const task = createTask();
      const artifact = createChunk(characters);
      task.artifacts.push(artifact);
      for (let count = 0; count < chunks; count += 1) {
        if (count > 0) artifact.parts.push(...createChunk(characters).parts);
        await store.save(task, context);
      }
      await store.load(task.id, context);
    },
    close,
  };
}

function createTask(): Task {
  const task: Task = {
    id: randomUUID(),
    contextId: randomUUID(),
    status: undefined,
    artifacts: [],
    history: [createMessage('Lion or tiger?')],
    metadata: undefined,
  };
  setState(task, TaskState.TASK_STATE_SUBMITTED);
  return task;
}

function setState(task: Task, state: TaskState): void {
  task.status = { state, message: undefined, timestamp: new Date().toISOString() };
}

/** Opens the SDK's own task store on PostgreSQL, with the tables that the SDK's program makes. */
async function openOnPostgres(
  url: string,
): Promise<{ readonly store: DatabaseTaskStore; readonly close: () => Promise<void> }> {
  const program = fileURLToPath(new URL('./cli/a2a_db.js', import.meta.resolve('@a2a-js/sdk')));
  await promisify(execFile)(process.execPath, [program, 'upgrade', '--url', url]);
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return { store: new DatabaseTaskStore(db), close: () => pool.end() };
}
