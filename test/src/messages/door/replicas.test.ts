import {
  createEnvelope,
  createSentMessages,
  createSigningKey,
  signEnvelope,
  type Envelope,
} from '@formwork/adapters';
import { createPostgresEngine, createPostgresRecords } from '@formwork/postgres';
import { openTestDatabase, type TestDatabase } from '@formwork/postgres/testing';
import { EngineStorageError, type SharedRecords, type TaskEngine } from '@formwork/runtime';
import { createSqliteEngine, createSqliteRecords } from '@formwork/runtime/sqlite';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  AGENT,
  CLIENT,
  openDoor,
  readError,
  toMessage,
  toRequest,
  type OpenDoor,
  type OpenDoorOptions,
} from './open-door.ts';

// Two servers that share only their stores, as two processes behind a load balancer do.

/** A replica, with its own instance of the shared records. */
interface Replica extends OpenDoor {
  readonly records: SharedRecords;
}

type ReplicaOptions = (records: SharedRecords) => OpenDoorOptions;

/** The engine and the records of one replica, over a storage that it shares with others. */
interface Stores {
  readonly engine: TaskEngine;
  readonly records: SharedRecords;
}

type Storage = () => Promise<() => Stores>;

const openFiles: Storage = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-replicas-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return () => ({
    engine: createSqliteEngine({ file: join(folder, 'tasks.db') }),
    records: createSqliteRecords({ file: join(folder, 'records.db') }),
  });
};

let database: Promise<TestDatabase> | undefined;

afterAll(async () => {
  await (await database)?.close();
});

const openDatabase: Storage = async () => {
  database ??= openTestDatabase();
  const { settings, drop } = await (await database).createPlace();
  onTestFinished(drop);
  return () => ({
    engine: createPostgresEngine({ ...settings, poolSize: 4 }),
    records: createPostgresRecords(settings),
  });
};

const HANDSHAKE = {
  agent_card: {
    agent_id: CLIENT,
    name: 'Client',
    version: '1.0.0',
    description: 'Asks.',
    capabilities: ['asking'],
    supported_protocols: ['A2A/1.0'],
  },
};

const taskIdOf = ({ headers }: { readonly headers: Headers }): string | null =>
  headers.get('formwork-task-id');

describe.each([
  ['SQLite', openFiles],
  ['PostgreSQL', openDatabase],
])('replicas over %s', (_name, openStorage) => {
  async function openReplicas(
    toOptions: ReplicaOptions = () => ({}),
  ): Promise<readonly [Replica, Replica]> {
    const openStores = await openStorage();
    async function open(): Promise<Replica> {
      const { engine, records } = openStores();
      onTestFinished(async () => {
        await engine.close();
        await records.close();
      });
      const door = await openDoor({ ...toOptions(records), server: { engine, records } });
      return { ...door, records };
    }
    return [await open(), await open()];
  }

  test('a handshake with one replica counts at the other, and so does a goodbye', async () => {
    const [one, other] = await openReplicas(() => ({ requireHandshake: true }));
    expect((await other.post(toRequest('echo'))).status).toBe(403);
    expect((await one.send('handshake', HANDSHAKE)).status).toBe(200);
    for (const replica of [other, one]) {
      expect((await replica.post(toRequest('echo'))).status).toBe(200);
    }
    expect((await other.send('goodbye', {})).status).toBe(204);
    for (const replica of [one, other]) {
      expect((await replica.post(toRequest('echo'))).status).toBe(403);
    }
  });

  test('a message that comes again finds its task at the other replica', async () => {
    const [one, other] = await openReplicas();
    const request = toRequest('echo', { said: 1 });
    const first = await one.post(request);
    const again = await other.post({ ...request, timestamp: new Date().toISOString() });
    expect(again.message?.payload).toEqual(first.message?.payload);
    expect(taskIdOf(again)).toBe(taskIdOf(first));
  });

  test('the id of a message is refused for another message, at each replica', async () => {
    const [one, other] = await openReplicas();
    const { message_id } = toRequest('echo');
    const requests = [1, 2].map((said) => ({ ...toRequest('echo', { said }), message_id }));
    const [first, second] = requests;
    expect((await one.post(first)).status).toBe(200);
    for (const replica of [other, one]) {
      const refused = await replica.post(second);
      expect(readError(refused)).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { pointer: '/message_id' },
      });
    }
    expect((await other.post(first)).status).toBe(200);
  });

  test('of two messages of one id at the same time, one is taken', async () => {
    const [one, other] = await openReplicas();
    for (let turn = 0; turn < 10; turn += 1) {
      const { message_id } = toRequest('echo');
      const answers = await Promise.all([
        one.post({ ...toRequest('echo', { said: 1 }), message_id }),
        other.post({ ...toRequest('echo', { said: 2 }), message_id }),
      ]);
      expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '422']);
    }
  });

  test('a signed message that one replica took is refused by the other', async () => {
    const pair = generateKeyPairSync('ed25519');
    const key = createSigningKey(pair.privateKey);
    const [one, other] = await openReplicas(() => ({
      requireTags: true,
      keys: { [CLIENT]: pair.publicKey },
    }));
    const message = signEnvelope(toRequest('echo'), key);
    expect((await one.post(message)).status).toBe(200);
    expect(readError(await other.post(message))['code']).toBe('AUTHENTICATION_FAILED');
    const signed = toRequest('echo');
    const copies = Array.from({ length: 8 }, () => signEnvelope(signed, key));
    const answers = await Promise.all(
      copies.flatMap((copy, index) => {
        const [near, far] = index % 2 === 0 ? [one, other] : [other, one];
        return [near.post(copy), far.post(copy)];
      }),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(copies.length);
    expect(statuses.filter((status) => status === 401).length).toBe(copies.length);
  });

  test('an answer may come to another replica than the one that asked', async () => {
    const taken: Envelope[] = [];
    const [one, other] = await openReplicas(() => ({ onAnswer: (answer) => taken.push(answer) }));
    const asked = createEnvelope({ type: 'request', sender: AGENT, recipient: CLIENT });
    // The asking program uses the first replica.
    await createSentMessages({ records: one.records }).note(asked);
    const toAnswer = (): Envelope => ({
      ...toMessage('response', { status: 'success', data: {} }),
      correlation_id: asked.message_id,
    });
    const [answer, second] = [toAnswer(), toAnswer()];
    expect((await other.post({ ...answer, sender_id: 'somebody-else' })).status).toBe(422);
    expect((await other.post(answer)).status).toBe(204);
    expect((await one.post(answer)).status).toBe(204);
    for (const replica of [one, other]) {
      const refused = await replica.post(second);
      expect(readError(refused)['message']).toContain(
        `current value was answered by "${answer.message_id}"`,
      );
    }
    expect(taken.map(({ message_id: id }) => id)).toEqual([answer.message_id, answer.message_id]);
  });

  test('an error about an answer may come to the other replica', async () => {
    const [one, other] = await openReplicas();
    const { message } = await one.post(toRequest('echo'));
    const error = {
      ...toMessage('error', { error: { code: 'INTERNAL_ERROR', message: 'It failed.' } }),
      correlation_id: message?.message_id ?? '',
    };
    expect((await other.post(error)).status).toBe(204);
    expect(other.logged.join('\n')).toContain('It failed.');
  });

  test('a question of one replica is answered at the other', async () => {
    const [one, other] = await openReplicas();
    const asked = await one.post(toRequest('ask', {}));
    expect(readError(asked)).toMatchObject({ details: { state: 'input-required' } });
    const task_id = taskIdOf(asked);
    const state = await other.post(toRequest('task.get', { task_id }));
    expect(state.message?.payload).toMatchObject({ data: { state: 'input-required' } });
    const done = await other.post(toRequest('task.reply', { task_id, data: { number: 7 } }));
    expect(done.message?.payload).toMatchObject({ data: { answer: { number: 7 } } });
    const after = await one.post(toRequest('task.get', { task_id }));
    expect(after.message?.payload).toMatchObject({ data: { state: 'completed' } });
  });

  test('a task that runs at one replica is waited for and canceled at the other', async () => {
    const [one, other] = await openReplicas(() => ({ waitMs: 50 }));
    const request = toRequest('wait', {});
    const late = await one.post(request);
    expect(readError(late)['code']).toBe('TIMEOUT');
    const again = await other.post({ ...request, timestamp: new Date().toISOString() });
    expect(readError(again)['code']).toBe('TIMEOUT');
    const { task_id } = readError(late)['details'] as { readonly task_id: string };
    expect(readError(again)['details']).toMatchObject({ task_id });
    const canceled = await other.post(toRequest('task.cancel', { task_id }));
    expect(canceled.message?.payload).toMatchObject({ data: { state: 'canceled' } });
    const after = await one.post(toRequest('task.get', { task_id }));
    expect(after.message?.payload).toMatchObject({ data: { state: 'canceled' } });
  });

  test('while the records do not answer, messages are refused for a while', async () => {
    let isDown = false;
    const [one] = await openReplicas((records) => {
      const check = <Value>(run: () => Promise<Value>): Promise<Value> =>
        isDown ? Promise.reject(new EngineStorageError('DOWN')) : run();
      return {
        requireHandshake: true,
        records: {
          add: (key, record) => check(() => records.add(key, record)),
          get: (key) => check(() => records.get(key)),
          set: (key, record) => check(() => records.set(key, record)),
          delete: (key) => check(() => records.delete(key)),
          list: (query) => check(() => records.list(query)),
          close: () => Promise.resolve(),
        },
      };
    });
    await one.send('handshake', HANDSHAKE);
    const request = toRequest('echo');
    isDown = true;
    for (const refused of [await one.post(request), await one.send('handshake', HANDSHAKE)]) {
      expect(refused.status).toBe(503);
      expect(readError(refused)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retry_after: 5 });
    }
    isDown = false;
    expect((await one.post(request)).status).toBe(200);
  });
});
