// Not over every binding: the people door is an HTTP API of its own.
import { Role } from '@a2a-js/sdk';
import { PEOPLE_EXTENSION_URI } from '@formwork/core';
import { createPeopleAdapter } from '@formwork/people';
import { createMemoryEngine, type Lease, type TaskEngine } from '@formwork/runtime';
import { toPrincipalScope } from '@formwork/runtime/internal';
import { createSigningKey } from '@formwork/trust';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { payAgent, PIN, startPeopleServer } from './people-server.ts';

interface Card {
  readonly capabilities: { readonly extensions: readonly { readonly uri: string }[] };
  readonly signatures?: readonly unknown[];
}

async function readDoor(url: string, version: string): Promise<unknown> {
  const headers = { 'A2A-Version': version };
  const response = await fetch(`${url}/.well-known/agent-card.json`, { headers });
  const { capabilities, signatures } = (await response.json()) as Card;
  const found = capabilities.extensions.find(({ uri }) => uri === PEOPLE_EXTENSION_URI);
  return { found, isSigned: signatures !== undefined };
}

test('the cards of every version declare the door, signed or not; no card leads to a shut one', async () => {
  const { url } = await startPeopleServer(
    { path: '/of/people' },
    {
      signCard: { keys: [await createSigningKey()] },
    },
  );
  const declared = { params: { url: `${url}/of/people` } };
  expect(await readDoor(url, '1.0')).toMatchObject({ found: declared, isSigned: true });
  expect(await readDoor(url, '0.3')).toMatchObject({ found: declared, isSigned: true });
  const shut = await startServer(payAgent, { adapters: [createPeopleAdapter()] });
  expect(await readDoor(shut.url, '1.0')).toEqual({ found: undefined, isSigned: false });
  expect((await fetch(`${shut.url}/people/me`)).status).toBe(403);
});

test('without authentication, open tasks belong to one local person', async () => {
  const { url } = await startServer(payAgent, {
    adapters: [createPeopleAdapter()],
    openTasks: true,
  });
  const me = await fetch(`${url}/people/me`);
  expect(await me.json()).toEqual({ person: { isLocal: true } });
  expect(me.headers.get('cache-control')).toBe('no-store');
  expect(await readDoor(url, '1.0')).toMatchObject({ found: { params: { url: `${url}/people` } } });
});

test('only those who have signed in may ask, whatever they ask for', async () => {
  const { ask, ada } = await startPeopleServer();
  for (const path of ['/me', '/tasks', '/nothing', '/links', '']) {
    for (const key of [undefined, 'wrong']) {
      const response = await ask(path, key === undefined ? {} : { key });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBeTruthy();
      expect(await response.json()).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    }
  }
  expect(await ada.who()).toEqual({ id: 'ada', isLocal: false });
});

test('what the door does not know is refused in words', async () => {
  const { ask } = await startPeopleServer();
  const key = 'key-of-ada';
  const refused: readonly (readonly [string, RequestInit, number, string])[] = [
    ['/nothing', {}, 404, 'NOT_FOUND'],
    ['/tasks/%zz', {}, 404, 'NOT_FOUND'],
    ['/tasks/..%2f..%2fme', {}, 404, 'NOT_FOUND'],
    ['/tasks//shares', { method: 'POST' }, 404, 'NOT_FOUND'],
    ['/tasks', { method: 'POST' }, 405, 'METHOD_NOT_ALLOWED'],
    ['/tasks?state=done', {}, 400, 'INVALID_REQUEST'],
    ['/tasks?from=yesterday', {}, 400, 'INVALID_REQUEST'],
    ['/tasks?from=2026-02-30', {}, 400, 'INVALID_REQUEST'],
    ['/tasks?owner=bob', {}, 400, 'INVALID_REQUEST'],
    ['/tasks?text=a&text=b', {}, 400, 'INVALID_REQUEST'],
    ['/tasks?text=a+b+c+d+e+f+g+h+i', {}, 400, 'INVALID_REQUEST'],
    ['/tasks?pageSize=0', {}, 400, 'INVALID_REQUEST'],
    ['/tasks?pageSize=1e2', {}, 400, 'INVALID_REQUEST'],
    ['/tasks?pageToken=guessed', {}, 400, 'INVALID_REQUEST'],
    ['/tasks.csv?pageSize=5', {}, 400, 'INVALID_REQUEST'],
    ['/settings', { method: 'PUT', body: '{}' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ];
  for (const [path, init, status, code] of refused) {
    const response = await ask(path, { ...init, key });
    expect([path, response.status]).toEqual([path, status]);
    expect(await response.json()).toMatchObject({ error: { code } });
  }
  const allowed = await ask('/tasks', { method: 'OPTIONS', key });
  expect([allowed.status, allowed.headers.get('allow')]).toEqual([204, 'GET']);
  const foreign = await ask('/me', { key, headers: { Origin: 'https://evil.example' } });
  expect(foreign.status).toBe(403);
});

test('the history has filters, pages and no secrets, and nobody else finds it', async () => {
  const { ada, bob, ask, pay } = await startPeopleServer();
  const first = await pay('key-of-ada', 'Émile');
  // What was sent repeats the secret.
  const second = await pay('key-of-ada', '=cmd|calc', `My PIN is ${PIN}`);
  await pay('key-of-bob', 'Émile');
  const all = await ada.listTasks();
  expect(all).toMatchObject({
    total: 2,
    tasks: [{ id: second }, { id: first, skill: 'pay', state: 'completed', title: 'Émile' }],
  });
  expect(all.tasks[1]?.summary).toBe('Émile · 5');
  expect(await ada.listTasks({ text: 'éMILE paid' })).toEqual({ tasks: [all.tasks[1]] });
  expect((await ada.listTasks({ text: 'my pin' })).tasks).toEqual([all.tasks[0]]);
  expect(await ada.listTasks({ text: PIN.slice(0, 5) })).toEqual({ tasks: [] });
  expect(JSON.parse(await (await ada.exportTasks('json', { text: PIN })).text())).toEqual([]);
  expect(await ada.listTasks({ skill: 'pay', state: 'failed' })).toEqual({ tasks: [], total: 0 });
  const page = await ada.listTasks({ pageSize: 1 });
  const { nextPageToken: pageToken = '' } = page;
  expect((await ada.listTasks({ pageSize: 1, pageToken })).tasks).toEqual([all.tasks[1]]);
  await expect(bob.listTasks({ pageSize: 1, pageToken })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
  const changed = all.tasks[1]?.changedAt ?? '';
  expect((await ada.listTasks({ to: changed })).tasks).toEqual([]);
  expect((await ada.listTasks({ from: changed })).tasks).toHaveLength(2);
  const task = await ada.getTask(first);
  expect(task).toMatchObject({
    input: { kind: 'data', schema: 'payment', data: { to: 'Émile', amount: 5 } },
    result: [{ kind: 'data', schema: 'receipt', data: { note: 'Paid 5 to Émile with [secret]' } }],
  });
  for (const id of [first, `${first} `, '%00', `${first}/../${second}`]) {
    await expect(bob.getTask(id)).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
  }
  const json = await (await ada.exportTasks('json')).text();
  expect(JSON.parse(json)).toMatchObject([{ id: second }, { id: first }]);
  const csv = await (await ada.exportTasks('csv', { text: 'cmd' })).text();
  expect(csv.split('\r\n')).toHaveLength(3);
  expect(csv).toContain(`,completed,`);
  expect(csv).toContain(`,"'=cmd|calc",`);
  for (const text of [json, csv, JSON.stringify([all, task])]) expect(text).not.toContain(PIN);
  const file = await ask('/tasks.csv?state=failed', { key: 'key-of-ada' });
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="tasks.csv"');
  expect(await file.text()).toContain('id,skill,state');
  expect(JSON.parse(await (await ada.exportTasks('json', { state: 'failed' })).text())).toEqual([]);
});

test('a file has every task once, also those that change while it is written', async () => {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const inner = createMemoryEngine({ now: () => time });
  const scope = toPrincipalScope({ id: 'ada' });
  const begin = async (): Promise<Lease> => {
    time += 60_000;
    const made = await inner.create(
      {
        id: randomUUID(),
        scope,
        contextId: 'c',
        message: {
          messageId: randomUUID(),
          contextId: 'c',
          taskId: '',
          role: Role.ROLE_USER,
          parts: [],
          metadata: undefined,
          extensions: [],
          referenceTaskIds: [],
        },
        metadata: {},
        invocation: { kind: 'text', text: '', acceptedOutputModes: [] },
      },
      { worker: 'test', ttlMs: 600_000_000 },
    );
    if (made.lease === undefined) throw new TypeError('The test needs a lease');
    return made.lease;
  };
  const leases: Lease[] = [];
  while (leases.length < 60) leases.push(await begin());
  let added: Lease | undefined;
  const engine: TaskEngine = {
    ...inner,
    async list(...call) {
      const page = await inner.list(...call);
      if (added !== undefined) return page;
      // Of a page that was read, and of one that will be, a task ends; another one begins.
      added = await begin();
      for (const lease of [leases.at(-2), leases[0]]) {
        if (lease !== undefined)
          await inner.append(lease, [{ kind: 'status', state: 'completed' }]);
      }
      return page;
    },
  };
  const { ada } = await startPeopleServer({}, { engine });
  const rows: { readonly id: string }[] = JSON.parse(await (await ada.exportTasks('json')).text());
  const [moved, ...others] = leases.map(({ taskId }) => taskId);
  expect(rows.map(({ id }) => id)).toEqual([...others.toReversed(), moved]);
  expect(rows.at(-1)).toMatchObject({ state: 'completed' });
  expect(added).toBeDefined();
});
