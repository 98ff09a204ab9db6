import { expect, test } from 'vitest';
import { serveSessions } from './serve-sessions.ts';
import { toAct } from './session-agent.ts';

const FORMS = 'urn:formwork:a2a-extension:follow-up-forms:v1';

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
  // The agent repeats the question and tells the fault.
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
  // A message that names no question starts a task of its own, and the question stays open.
  expect((await client.send(id, toAct({ do: 'echo', value: 'a' }))).content).toBe('{"said":"a"}');
  expect((await client.send(id, { content: 'b' })).content).toBe('{"said":"answered b"}');
});

test('who answers a question that is asked again is told where', async () => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const first = await client.send(id, toAct({ do: 'ask-form' }));
  const toAnswer = (count: number, in_reply_to: string) => ({
    role: 'user',
    content: '',
    in_reply_to,
    artifacts: [{ id: 'a', type: 'application/json', data: { count } }],
  });
  const again = await client.send(id, toAnswer(0, first.id));
  expect(again.metadata).toMatchObject({ 'formwork.task': { state: 'input-required' } });
  const refused = await client.request('POST', `/sessions/${id}/messages`, {
    body: toAnswer(2, first.id),
  });
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { code: 'question_closed', details: { question: again.id } } },
  });
  expect((await client.send(id, toAnswer(2, again.id))).content).toContain('counted 2');
});
