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

/** A lease that does not run out during a test. */
export const CLAIM = { worker: 'test', ttlMs: 600_000 };

/** A store for one test, by its name on the command line, and an engine on it. */
export interface Store {
  readonly name: string;
  readonly engine: TaskEngine;
}

/** An engine on a file, which is closed when the test is over. */
export function openFile(file: string): TaskEngine {
  const engine = createSqliteEngine({ file });
  onTestFinished(() => engine.close());
  return engine;
}

/** A store in a file. */
export async function openSqlite(): Promise<Store> {
  const file = join(makeCliFolder({}), 'tasks.sqlite');
  const engine = openFile(file);
  await engine.countStates();
  return { name: `sqlite:${file}`, engine };
}

let database: Promise<TestDatabase> | undefined;

/** A store in a schema of a database. */
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

/** Ends the database of the tests of a file, if they had one. */
export async function closeDatabase(): Promise<void> {
  await (await database)?.close();
  database = undefined;
}

/** A text part. */
export function toPart(text: string): Message['parts'][number] {
  const content = { $case: 'text', value: text } as const;
  return { content, metadata: undefined, filename: '', mediaType: 'text/plain' };
}

/** A change of state. */
export function toStatus(state: TaskStateName): NewTaskEvent {
  return { kind: 'status', state };
}

/** Adds a task that is leased; `fields` replace what is made up. */
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

/** What the agents of tests run. */
export function toInvocation(skillId: string): NewTask['invocation'] {
  const data = { to: 'the secret word' };
  return { kind: 'structured', skillId, schema: 'ask', data, acceptedOutputModes: [] };
}

/** Fills a store with tasks that have ended, that wait, that rest, and that wait for a runner. */
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

/** The digests of all tasks of a store, in the order of their creation. */
export async function digestStore({ archive }: TaskEngine): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const { taskId } of (await archive?.list(0, 1_000_000)) ?? []) {
    const task = await archive?.export(taskId);
    if (task !== undefined) digests.set(taskId, digestTask(task));
  }
  return digests;
}
