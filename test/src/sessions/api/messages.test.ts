import { expect, test } from 'vitest';
import { verifiesSessions } from '../verifies-sessions.ts';
import { serveSessions } from './serve-sessions.ts';
import { toAct } from './session-agent.ts';
import type { Message, SessionClient } from './session-client.ts';

const FORMS = 'urn:formwork:a2a-extension:follow-up-forms:v1';

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

test('questions are answered by in_reply_to, and by the next message when only one is open', async () => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const first = await client.send(id, toAct({ do: 'ask' }));
  expect(first).toMatchObject({ content: 'Which one?', metadata: { [FORMS]: { question: 0 } } });
  expect((await client.send(id, { content: 'this' })).content).toBe('{"said":"answered this"}');
  const implied = (await client.listAll(id)).find(({ content }) => content === 'this');
  expect(implied?.in_reply_to).toBe(first.id);

  const [second, third] = [
    await client.send(id, toAct({ do: 'ask' })),
    await client.send(id, toAct({ do: 'ask-form' })),
  ];
  expect(third.metadata?.[FORMS]).toMatchObject({
    form: { name: 'count', schema: { required: ['count'] } },
  });
  const wrong = await client.send(id, {
    content: '',
    in_reply_to: third.id,
    artifacts: [{ id: 'n', type: 'application/json', data: { count: 0 } }],
  });
  // Asked again, with what was wrong.
  expect(wrong.content).toMatch(/count/u);
  expect(wrong.metadata?.['formwork.task']).toMatchObject({ state: 'input-required' });
  const right = await client.send(id, {
    content: '',
    in_reply_to: wrong.id,
    artifacts: [{ id: 'n', type: 'application/json', data: { count: 3 } }],
  });
  expect(right.content).toBe('{"said":"counted 3"}');
  const that = await client.send(id, { content: 'that', in_reply_to: second.id });
  expect(that.content).toBe('{"said":"answered that"}');

  for (const [in_reply_to, status, code] of [
    [second.id, 409, 'question_closed'],
    ['nothing', 400, 'invalid_request'],
  ] as const) {
    const refused = await client.request('POST', `/sessions/${id}/messages`, {
      body: { role: 'user', content: 'x', in_reply_to },
    });
    expect(refused).toMatchObject({ status, body: { error: { code } } });
  }
});

test('what the system says answers no question', async () => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  await client.send(id, toAct({ do: 'ask' }));
  const said = await client.send(id, { role: 'system', content: 'Be brief.' });
  expect(said).not.toHaveProperty('in_reply_to');
  expect((await client.send(id, { content: 'this' })).content).toBe('{"said":"answered this"}');
});

test('an artifact with a schema does not answer a question', async () => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const question = await client.send(id, toAct({ do: 'ask' }));
  const refused = await client.request('POST', `/sessions/${id}/messages`, {
    body: { role: 'user', ...toAct({ do: 'echo' }), in_reply_to: question.id },
  });
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid_input', details: { reason: 'STRUCTURED_INPUT_TASK_EXISTS' } } },
  });
  // Without the name of the question it is a task of its own, and the question stays open.
  expect((await client.send(id, toAct({ do: 'echo', value: 'a' }))).content).toBe('{"said":"a"}');
  expect((await client.send(id, { content: 'b' })).content).toBe('{"said":"answered b"}');
});

verifiesSessions(
  ['endpoint.list-messages', 'list.next-cursor', 'list.prev-cursor'],
  'pages lead on and back, and stay what they are while messages come',
  async () => {
    const { client } = await serveSessions();
    const { id } = await client.create();
    expect(await client.list(id)).toEqual({ messages: [] });
    await say(client, id, 7);
    const first = await client.list(id, '?limit=3');
    const second = await client.list(id, toQuery(first.pagination?.next_cursor));
    expect(first.pagination?.prev_cursor).toBeUndefined();
    await say(client, id, 2);
    expect(await client.list(id, toQuery(first.pagination?.next_cursor))).toEqual(second);
    const third = await client.list(id, toQuery(second.pagination?.next_cursor));
    expect(third.pagination?.next_cursor).toBeUndefined();
    expect(toContents([first, second, third])).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '0',
      '1',
    ]);
    const back = await client.list(id, toQuery(third.pagination?.prev_cursor));
    expect(back).toEqual(second);
    const start = await client.list(id, toQuery(back.pagination?.prev_cursor));
    expect(start).toEqual(first);
  },
);

test.each(['limit=0', 'limit=101', 'limit=x', 'limit=1&limit=2', 'cursor=x', 'cursor='])(
  'messages are not listed by %s',
  async (query) => {
    const { client } = await serveSessions();
    const { id } = await client.create();
    const answer = await client.request('GET', `/sessions/${id}/messages?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  },
);

test('a page of large messages has fewer of them, and all come', async () => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const text = 'x'.repeat(900_000);
  for (let index = 0; index < 6; index += 1) {
    await client.send(id, { role: 'system', content: `${index}${text}` });
  }
  const { messages, pagination } = await client.list(id);
  expect(messages).toHaveLength(4);
  expect(pagination?.next_cursor).toBeDefined();
  expect((await client.listAll(id)).map(({ content }) => content[0])).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
  ]);
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
  // Another session has keys of its own.
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

function toQuery(cursor: string | undefined): string {
  return `?limit=3&cursor=${encodeURIComponent(cursor ?? '')}`;
}

function toContents(
  pages: readonly { readonly messages: readonly Message[] }[],
): readonly string[] {
  return pages.flatMap(({ messages }) => messages.map(({ content }) => content));
}

/** Messages that nobody answers. */
async function say(client: SessionClient, id: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await client.send(id, { role: 'system', content: `${index}` });
  }
}
