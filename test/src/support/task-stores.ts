import { type Message, Role } from '@a2a-js/sdk';
import { createPostgresEngine } from '@formwork/postgres';
import { openTestDatabase, type TestDatabase } from '@formwork/postgres/testing';
import type {
  Lease,
  NewTask,
  NewTaskEvent,
  Scope,
  TaskEngine,
  TaskStateName,
} from '@formwork/runtime';
import { digestTask } from '@formwork/runtime/internal';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { makeCliFolder } from './cli-folder.ts';
import { onTestFinished } from './test-end.ts';

/** The claim with which tests lease tasks; its lease does not run out during a test. */
export const CLAIM = { worker: 'test', ttlMs: 600_000 };

/** A task store for one test: its name on the command line, and an engine over it. */
export interface Store {
  readonly name: string;
  readonly engine: TaskEngine;
}

/** Opens an engine over an SQLite file; the engine is closed when the test is over. */
export function openFile(file: string): TaskEngine {
  const engine = createSqliteEngine({ file });
  onTestFinished(() => engine.close());
  return engine;
}

/** Makes a task store in a new SQLite file. */
export async function openSqlite(): Promise<Store> {
  const file = join(makeCliFolder({}), 'tasks.sqlite');
  const engine = openFile(file);
  await engine.countStates();
  return { name: `sqlite:${file}`, engine };
}

let database: Promise<TestDatabase> | undefined;

/** Makes a task store in a new schema of a PostgreSQL database. */
export async function openPostgres(): Promise<Store> {
  database ??= openTestDatabase();
  const { settings, drop } = await (await database).createPlace();
  const engine = createPostgresEngine(settings);
  onTestFinished(async () => {
    await engine.close();
    await drop();
  });
  const mark = settings.url.includes('?') ? '&' : '?';
  return { name: `${settings.url}${mark}schema=${settings.schema}`, engine };
}

/** Stops the PostgreSQL server that the tests of a file used, if they used one. */
export async function closeDatabase(): Promise<void> {
  await (await database)?.close();
  database = undefined;
}

/** Makes a message part that holds a text. */
export function toPart(text: string): Message['parts'][number] {
  const content = { $case: 'text', value: text } as const;
  return { content, metadata: undefined, filename: '', mediaType: 'text/plain' };
}

/** Makes an event that changes the state of a task. */
export function toStatus(state: TaskStateName): NewTaskEvent {
  return { kind: 'status', state };
}

/** Creates a leased task in an engine; `fields` replace its made-up fields. */
export async function addTask(engine: TaskEngine, fields: Partial<NewTask> = {}): Promise<Lease> {
  const message = {
    messageId: randomUUID(),
    contextId: 'c1',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [toPart('the secret word')],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
  const { lease } = await engine.create(
    {
      id: randomUUID(),
      scope: 'user:ada' as Scope,
      contextId: 'c1',
      message,
      metadata: {},
      invocation: toInvocation('say'),
      ...fields,
    },
    CLAIM,
  );
  if (lease === undefined) throw new Error('There is no lease.');
  return lease;
}

/** Makes the invocation of a skill, by its id, with sample data of the schema `ask`. */
export function toInvocation(skillId: string): NewTask['invocation'] {
  const data = { to: 'the secret word' };
  return { kind: 'structured', skillId, schema: 'ask', data, acceptedOutputModes: [] };
}

/**
 * Creates `count` tasks in an engine: a quarter each has completed, waits for an answer, waits for
 * another attempt, or waits for a runner.
 */
export async function fillStore(engine: TaskEngine, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const lease = await addTask(engine, {
      metadata: { long: 'x'.repeat(index % 10 === 0 ? 3e5 : 1) },
    });
    const memo = { kind: 'memo', position: 0, key: 'step', value: { index } } as const;
    await engine.append(lease, [toStatus('working'), memo]);
    if (index % 4 === 0) await engine.append(lease, [toStatus('input-required')]);
    else if (index % 4 === 1) await engine.release([lease]);
    else if (index % 4 === 2) await engine.release([lease], { retryAfterMs: 600_000 });
    else await engine.append(lease, [toStatus('completed')]);
  }
}

/**
 * Returns the digests of all tasks in the archive of an engine by task id, in the order of
 * creation.
 */
export async function digestStore({ archive }: TaskEngine): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const { taskId } of (await archive?.list(0, 1_000_000)) ?? []) {
    const task = await archive?.export(taskId);
    if (task !== undefined) digests.set(taskId, digestTask(task));
  }
  return digests;
}
