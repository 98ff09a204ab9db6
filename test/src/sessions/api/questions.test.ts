import { expect, test } from 'vitest';
import { serveSessions } from './serve-sessions.ts';
import { toAct } from './session-agent.ts';

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
