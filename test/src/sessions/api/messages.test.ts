import { expect, test } from 'vitest';
import { verifiesSessions } from '../verifies-sessions.ts';
import { serveSessions } from './serve-sessions.ts';
import { toAct } from './session-agent.ts';
import type { Message } from './session-client.ts';

verifiesSessions(
  ['endpoint.send-message', 'message.role-of-sender', 'message.in-reply-to-message'],
  'a message is answered by the agent, with its id',
  async () => {
    const { client } = await serveSessions();
    const { id } = await client.create();
    const answer = await client.send(id, toAct({ do: 'echo', value: 'hello' }));
    expect(answer).toMatchObject({
      role: 'agent',
      content: '{"said":"hello"}',
      artifacts: [{ type: 'application/json;schema=done', data: { said: 'hello' } }],
      metadata: { 'formwork.task': { state: 'completed' } },
    });
    const [sent, kept] = await client.listAll(id);
    expect(sent).toMatchObject({ role: 'user', content: 'Please.' });
    expect(kept).toEqual(answer);
    expect(answer.in_reply_to).toBe(sent?.id);
  },
);

test('text goes to the handler of text, and a task that fails says so', async () => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const said = await client.send(id, { content: 'Hi', metadata: { 'acme.tone': 'dry' } });
  expect(JSON.parse(said.content)).toMatchObject({ text: 'Hi', metadata: { 'acme.tone': 'dry' } });
  expect(await client.send(id, toAct({ do: 'fail' }))).toMatchObject({
    content: 'It cannot be done.',
    metadata: { 'formwork.task': { state: 'failed' } },
  });
});

test('data without a schema counts for the only one that it fits, whatever text comes with it', async () => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const data = { do: 'echo', value: 'plain' };
  for (const content of ['', 'Please.']) {
    const artifacts = [{ id: 'a', type: 'application/json', data }];
    const answer = await client.send(id, { content, artifacts });
    expect(answer.artifacts?.[0]?.data).toEqual({ said: 'plain' });
  }
});

test('what the system says starts nothing, and is given to the agent from then on', async () => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const answer = await client.request('POST', `/sessions/${id}/messages`, {
    body: { role: 'system', content: 'Be brief.' },
  });
  expect(answer).toMatchObject({
    status: 201,
    body: { message: { role: 'system', content: 'Be brief.' } },
  });
  const { content } = await client.send(id, { content: 'Hi' });
  expect(JSON.parse(content)).toMatchObject({ metadata: { 'formwork.system': ['Be brief.'] } });
  expect((await client.listAll(id)).map(({ role }) => role)).toEqual(['system', 'user', 'agent']);
});

verifiesSessions(
  ['message.id-unique', 'artifact.id-unique', 'guidance.unique-ids'],
  'ids of messages and artifacts are nowhere the same',
  async () => {
    const { client } = await serveSessions();
    const all: Message[] = [];
    const sessions = [await client.create(), await client.create()];
    for (const { id } of sessions) {
      for (let turn = 0; turn < 3; turn += 1) await client.send(id, toAct({ do: 'files' }));
      all.push(...(await client.listAll(id)));
    }
    const own = all.flatMap(({ role, artifacts = [] }) =>
      role === 'agent' ? artifacts.map((artifact) => artifact.id) : [],
    );
    const ids = [...sessions.map(({ id }) => id), ...all.map(({ id }) => id), ...own];
    expect(own).toHaveLength(30);
    expect(new Set(ids).size).toBe(ids.length);
  },
);

test.each([
  ['Idempotency-Key', { 'idempotency-key': 'key-1' }, {}],
  ['the id of the body', {}, { id: 'mine-1' }],
])('a message that is repeated by %s runs once', async (_name, headers, fields) => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const message = { ...toAct({ do: 'echo', value: 'once' }), ...fields };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => client.send(id, message, headers)),
  );
  answers.push(await client.send(id, message, headers));
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
  expect(await client.listAll(id)).toHaveLength(2);
  const other = await client.request('POST', `/sessions/${id}/messages`, {
    body: { role: 'user', ...message, content: 'Another.' },
    headers,
  });
  expect(other).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } });
  // Idempotency keys count only within one session.
  const { id: elsewhere } = await client.create();
  expect((await client.send(elsewhere, message, headers)).id).not.toBe(answers[0]?.id);
});

test('of messages that come together, no more than 100 start a task', async () => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const answers = await Promise.all(
    Array.from({ length: 120 }, () =>
      client.request('POST', `/sessions/${id}/messages`, {
        body: { role: 'user', ...toAct({ do: 'wait' }) },
        headers: { prefer: 'respond-async' },
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 202)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  await client.end(id);
});

test('messages that come together are all kept, and all answered', async () => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const values = Array.from({ length: 25 }, (_, index) => `v${index}`);
  const answers = await Promise.all(
    values.map((value) => client.send(id, toAct({ do: 'echo', value }))),
  );
  expect(answers.map(({ artifacts }) => artifacts?.[0]?.data)).toEqual(
    values.map((said) => ({ said })),
  );
  const all = await client.listAll(id);
  expect(all).toHaveLength(50);
  for (const answer of answers) {
    const places = [answer.in_reply_to, answer.id].map((one) => all.findIndex((m) => m.id === one));
    expect(places[0]).toBeLessThan(places[1] ?? -1);
  }
});

test('who does not want to wait gets the message itself, and the answer later', async () => {
  const { client } = await serveSessions({ waitMs: 50 });
  const { id } = await client.create();
  const path = `/sessions/${id}/messages`;
  for (const prefer of ['respond-async', 'wait=0', 'wait=100']) {
    const body = { role: 'user', ...toAct({ do: 'wait' }) };
    const answer = await client.request('POST', path, { body, headers: { prefer } });
    expect(answer).toMatchObject({ status: 202, body: { message: { role: 'user' } } });
  }
  const body = { role: 'user', ...toAct({ do: 'echo', value: 'late' }) };
  const { body: sent } = await client.request('POST', path, {
    body,
    headers: { prefer: 'respond-async' },
  });
  const { id: sentId } = (sent as { message: Message }).message;
  await expect
    .poll(async () => (await client.listAll(id)).find((one) => one.in_reply_to === sentId)?.content)
    .toBe('{"said":"late"}');
});

test('a session has at most 100 tasks that have not ended', async () => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const headers = { prefer: 'respond-async' };
  for (let index = 0; index < 100; index += 1) {
    await client.send(id, toAct({ do: 'ask', value: `${index}` }), headers);
  }
  const body = { role: 'user', ...toAct({ do: 'echo' }) };
  const refused = await client.request('POST', `/sessions/${id}/messages`, { body });
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_tasks' } } });
});

test('a session takes no more messages once it keeps 16 MiB of them; repetitions find theirs', async () => {
  const { client } = await serveSessions({ server: { bodyLimit: '10mb' } });
  const { id } = await client.create();
  const path = `/sessions/${id}/messages`;
  const body = { role: 'system', content: 'x'.repeat(9_000_000) };
  const headers = (key: string): Record<string, string> => ({ 'idempotency-key': key });
  for (const key of ['a', 'b']) {
    const taken = await client.request('POST', path, { body, headers: headers(key) });
    expect(taken.status).toBe(201);
  }
  const refused = await client.request('POST', path, { body: { role: 'user', content: 'Hi' } });
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'session_full' } } });
  const repeated = await client.request('POST', path, { body, headers: headers('b') });
  expect(repeated.status).toBe(201);
});
