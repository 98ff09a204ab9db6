import { createMemoryEngine, type Lease, type TaskEngine } from '@formwork/runtime';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifiesSessions } from '../verifies-sessions.ts';
import { serveSessions } from './serve-sessions.ts';
import { toAct } from './session-agent.ts';

verifiesSessions(
  ['endpoint.create-session', 'endpoint.get-session', 'create.metadata', 'session.id-unique'],
  'sessions are created with their metadata, each under an id of its own',
  async () => {
    const { client } = await serveSessions();
    const metadata = { 'acme.case': 7, nested: { list: [null] } };
    const made = await client.request('POST', '/sessions', { body: { metadata } });
    const { session } = made.body as { session: { id: string } };
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`/sessions/${session.id}`);
    expect(await client.get(session.id)).toEqual({ ...session, status: 'active', metadata });
    const more = await Promise.all(Array.from({ length: 20 }, () => client.create()));
    expect(new Set([session.id, ...more.map(({ id }) => id)]).size).toBe(21);
    // All fields of the body are optional, so the whole body is.
    expect((await client.request('POST', '/sessions')).status).toBe(201);
  },
);

verifiesSessions(
  ['session.updated-at', 'session.status-current'],
  'updated_at follows changes, status what became of the newest task',
  async () => {
    const { client } = await serveSessions();
    const { id, created_at } = await client.create();
    // The time of the last change has whole seconds, so the first changes may be in that of the start.
    const change = async (): Promise<number> => {
      await client.send(id, toAct({ do: 'fail' }));
      return Date.parse((await client.get(id)).updated_at ?? '');
    };
    await expect.poll(change).toBeGreaterThan(Date.parse(created_at));
    expect(await client.get(id)).toMatchObject({ created_at, status: 'error' });
    await client.send(id, toAct({ do: 'echo' }));
    expect((await client.get(id)).status).toBe('active');
    await client.end(id);
    expect((await client.get(id)).status).toBe('completed');
  },
);

verifiesSessions(
  ['endpoint.end-session'],
  'the end of a session cancels its tasks, and refuses messages',
  async () => {
    const { client, url } = await serveSessions();
    const { id } = await client.create();
    const waiting = await client.request('POST', `/sessions/${id}/messages`, {
      body: { role: 'user', ...toAct({ do: 'wait' }) },
      headers: { prefer: 'respond-async' },
    });
    await client.send(id, toAct({ do: 'ask' }));
    const before = await client.list(id);
    const question = before.messages.at(-1)?.metadata?.['formwork.task'] as { id: string };
    expect(waiting.status).toBe(202);
    expect((await client.end(id)).status).toBe('completed');
    // The canceled task, read over A2A.
    const task = await fetch(`${url}/a2a/rest/tasks/${question.id}`, {
      headers: { 'a2a-version': '1.0' },
    });
    expect(await task.json()).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
    expect(await client.listAll(id)).toEqual(before.messages);
    const late = await client.request('POST', `/sessions/${id}/messages`, {
      body: { role: 'user', content: 'Hello?' },
    });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'session_ended' } } });
    expect((await client.end(id)).status).toBe('completed');
  },
);

test('the end of a session also cancels a task that changes while the tasks are read', async () => {
  let time = 0;
  const inner = createMemoryEngine({ now: () => (time += 1) });
  const leases = new Map<string, Lease>();
  const started = new Set<string>();
  let moved: Lease | undefined;
  const engine: TaskEngine = {
    ...inner,
    append(lease, events) {
      leases.set(lease.taskId, lease);
      if (JSON.stringify(events).includes('Waiting')) started.add(lease.taskId);
      return inner.append(lease, events);
    },
    async list(scope, query) {
      if (query.contextId === undefined || query.state !== 'working') {
        return inner.list(scope, query);
      }
      const page = await inner.list(scope, { ...query, pageSize: 1 });
      if (query.pageToken === undefined) {
        const { tasks } = await inner.list(scope, { ...query, pageSize: 2 });
        moved = leases.get(tasks[1]?.id ?? '');
        if (moved) await inner.append(moved, [{ kind: 'status', state: 'working' }]);
      }
      return page;
    },
  };
  const { client } = await serveSessions({ server: { engine } });
  const { id } = await client.create();
  for (let count = 1; count <= 2; count += 1) {
    await client.request('POST', `/sessions/${id}/messages`, {
      body: { role: 'user', ...toAct({ do: 'wait' }) },
      headers: { prefer: 'respond-async' },
    });
    await expect.poll(() => started.size).toBe(count);
  }
  await client.end(id);
  expect(moved).toBeDefined();
  await expect.poll(() => inner.countStates()).toMatchObject({ canceled: 2 });
});

test('a repeated creation with the same key is the same session', async () => {
  const { client } = await serveSessions();
  const key = { 'idempotency-key': randomUUID() };
  const ids = await Promise.all([1, 2, 3].map(() => client.create({ metadata: {} }, key)));
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
});

test('strangers who guess the same key have a session each', async () => {
  const { client } = await serveSessions();
  for (const guessed of ['1', 'session-00000000000000000001', '0'.repeat(32)]) {
    const key = { 'idempotency-key': guessed };
    const [first, second] = [await client.create({}, key), await client.create({}, key)];
    expect(first.id).not.toBe(second.id);
  }
});

test('nobody else finds a session, or anything of it', async () => {
  const { as } = await serveSessions({
    server: {
      authenticate: ({ headers }) => ({ id: String(headers['x-user']) }),
      requireAuthentication: true,
    },
  });
  const [ada, ben] = [as({ 'x-user': 'ada' }), as({ 'x-user': 'ben' })];
  const { id } = await ada.create();
  await ada.send(id, { content: 'A secret.' });
  for (const [method, path, body] of [
    ['GET', `/sessions/${id}`],
    ['DELETE', `/sessions/${id}`],
    ['GET', `/sessions/${id}/messages`],
    ['GET', `/sessions/${id}/stream`],
    ['POST', `/sessions/${id}/messages`, { role: 'user', content: 'Mine?' }],
  ] as const) {
    const answer = await ben.request(method, path, body === undefined ? {} : { body });
    expect(answer, `for ${path}`).toMatchObject({
      status: 404,
      body: { error: { code: 'session_not_found' } },
    });
  }
  // The same key of another caller is another key.
  const key = { 'idempotency-key': 'k' };
  expect((await ada.create({}, key)).id).not.toBe((await ben.create({}, key)).id);
  expect((await ada.get(id)).status).toBe('active');
  expect(await ada.listAll(id)).toHaveLength(2);
});

test('sessions are no tasks of A2A', async () => {
  const { url, client } = await serveSessions({ server: { openTasks: true } });
  const { id } = await client.create();
  await client.send(id, toAct({ do: 'echo' }));
  const listed = await fetch(`${url}/a2a/rest/tasks`, { headers: { 'a2a-version': '1.0' } });
  const { tasks } = (await listed.json()) as { tasks: { id: string; contextId: string }[] };
  expect(tasks.map(({ contextId }) => contextId)).toEqual([id]);
  const own = await fetch(`${url}/a2a/rest/tasks/${id}`, { headers: { 'a2a-version': '1.0' } });
  expect(own.status).toBe(404);
});

test('a session in which nothing is said for too long is ended by retention, as an error', async () => {
  const retention = { abandonedAfterMs: 300, everyMs: 50 };
  const { client, apiUrl } = await serveSessions({ server: { retention } });
  const { id } = await client.create();
  const stream = await fetch(`${apiUrl}/sessions/${id}/stream`);
  const events = await stream.text();
  expect(events).toMatch(/"status":"error"/u);
  expect((await client.get(id)).status).toBe('error');
  const late = await client.request('POST', `/sessions/${id}/messages`, {
    body: { role: 'user', content: 'Hello?' },
  });
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'session_ended' } } });
});

test('a key of another session is refused with other metadata', async () => {
  const { client } = await serveSessions();
  const key = { 'idempotency-key': randomUUID() };
  const first = await client.create({ metadata: { a: 1, b: -0 } }, key);
  expect(await client.create({ metadata: { b: -0, a: 1 } }, key)).toEqual(first);
  for (const body of [{ metadata: { a: 2, b: 0 } }, {}]) {
    expect(await client.request('POST', '/sessions', { body, headers: key })).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_conflict' } },
    });
  }
});
