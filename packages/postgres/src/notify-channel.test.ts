import type { NewTask, Scope, TaskEngine } from '@formwork/runtime';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPostgresEngine } from './create-postgres-engine.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';

const SCOPE = '' as Scope;

let database: TestDatabase | undefined;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(async () => {
  await database?.close();
});

test('notices name tasks again after the connection that listens fell silent', async () => {
  const { settings, proxy, changeEmitter, changeTask } = await openPair({ pollMs: 50 });
  await expect.poll(() => changeTask().then((id) => changeEmitter.includes(id))).toBe(true);
  proxy.silenceListeners();
  // While its connection is silent, the engine emits `*` so that listeners read by themselves.
  changeEmitter.length = 0;
  await expect.poll(() => changeEmitter).toContain('*');
  await expect.poll(() => changeTask().then((id) => changeEmitter.includes(id))).toBe(true);
  // The connection that no longer answers is closed.
  await expect.poll(() => countListeners(settings.schema)).toBe(1);
});

test('one connection listens after the database did not answer while it was opened', async () => {
  const { settings, proxy, changeEmitter, changeTask } = await openPair({
    pollMs: 50,
    statementTimeoutMs: 200,
    isSilent: true,
  });
  await expect.poll(() => proxy.countListeners()).toBeGreaterThan(1);
  await expect.poll(() => changeTask().then((id) => changeEmitter.includes(id))).toBe(true);
  await expect.poll(() => countListeners(settings.schema)).toBe(1);
});

test('an engine closes though the connection that listens does not answer', async () => {
  const { proxy, changeEmitter, changeTask, listener } = await openPair({ pollMs: 60_000 });
  await expect.poll(() => changeTask().then((id) => changeEmitter.includes(id))).toBe(true);
  proxy.loseListeners();
  await listener.close();
});

interface PairOptions {
  readonly pollMs: number;
  readonly statementTimeoutMs?: number;
  /**
   * True if the first connection that listens gets no data from the server as soon as it listens.
   */
  readonly isSilent?: boolean;
}

/**
 * Opens an engine that changes tasks, and one that receives hints of these changes through a proxy.
 */
async function openPair({ isSilent = false, ...options }: PairOptions) {
  if (database === undefined) throw new Error('There is no database.');
  const { settings, drop } = await database.createPlace();
  const proxy = await startProxy(Number(new URL(settings.url).port), isSilent ? 1 : 0);
  const url = new URL(settings.url);
  url.port = String(proxy.port);
  const writer = createPostgresEngine({ ...settings, poolSize: 2 });
  const listener = createPostgresEngine({ ...settings, ...options, poolSize: 2, url: url.href });
  onTestFinished(async () => {
    proxy.close();
    await Promise.all([writer.close(), listener.close()]);
    await drop();
  });
  const changeEmitter: string[] = [];
  listener.watch((taskId) => changeEmitter.push(taskId));
  return { settings, proxy, changeEmitter, listener, changeTask: () => createTask(writer) };
}

/** Creates a task, waits until hints about it were sent, and returns its id. */
async function createTask(engine: TaskEngine): Promise<string> {
  const id = randomUUID();
  const lists = { parts: [], extensions: [], referenceTaskIds: [] };
  const ids = { messageId: id, contextId: id, taskId: id };
  const message = { ...ids, role: 1, metadata: {}, ...lists } as unknown as NewTask['message'];
  const invocation = { kind: 'text', text: '', acceptedOutputModes: [] } as const;
  await engine.create({ id, contextId: id, scope: SCOPE, message, metadata: {}, invocation });
  // Real time: hints are sent some time after a change, and no assertion depends on when.
  await sleep(50);
  return id;
}

/** Counts the connections that listen for notifications of a schema, according to the server. */
async function countListeners(schema: string): Promise<number> {
  const rows = await database?.query(
    `select 1 from pg_stat_activity where query = 'listen "${schema}"'`,
  );
  return rows?.length ?? 0;
}

/**
 * Starts a proxy to a port of this machine, which can silence the connections that listen for
 * notifications.
 */
async function startProxy(port: number, silentListeners: number) {
  const sockets = new Set<Socket>();
  const listeners: Socket[] = [];
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.on('data', (bytes) => {
      if (bytes.includes('listen "')) {
        listeners.push(upstream);
        if (listeners.length <= silentListeners) silence(upstream);
      }
      if (!lost.has(upstream)) upstream.write(bytes);
    });
    upstream.on('data', (bytes) => client.write(bytes));
    sockets.add(client).add(upstream);
    for (const socket of [client, upstream]) {
      socket
        .on('error', () => undefined)
        .on('close', () => {
          if (lost.has(upstream)) return;
          client.destroy();
          upstream.destroy();
        });
    }
  });
  const lost = new Set<Socket>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function silence(upstream: Socket): void {
    upstream.removeAllListeners('data').on('data', () => undefined);
  }

  return {
    port: (server.address() as AddressInfo).port,
    countListeners: () => listeners.length,
    /** Drops all further data from the server to the connections that listen now. */
    silenceListeners() {
      for (const upstream of listeners) silence(upstream);
    },
    /**
     * Drops all further data in both directions of the connections that listen now, even their end.
     */
    loseListeners() {
      for (const upstream of listeners) {
        lost.add(upstream);
        silence(upstream);
      }
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
