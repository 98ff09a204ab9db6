import { createEnvelopeAdapter, createSessionAdapter } from '@formwork/adapters';
import { expect, test } from 'vitest';
import { clerkAgent, CONCLUSION, REASON } from '../support/clerk-agent.ts';
import { startServer } from '../support/start-server.ts';

const AGENT_ID = 'clerk';

async function serve(): Promise<string> {
  const adapters = [createSessionAdapter(), createEnvelopeAdapter({ agentId: AGENT_ID })];
  return (await startServer(clerkAgent, { adapters })).url;
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function post(url: string, body: object): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

async function openSession(url: string): Promise<(message: object) => Promise<Answer>> {
  const { body } = await post(`${url}/sessions`, {});
  const { id } = body['session'] as { readonly id: string };
  return (message) => post(`${url}/sessions/${id}/messages`, { role: 'user', ...message });
}

const order = (amount: number): object => {
  const artifact = { id: '1', type: 'application/json;schema=order', data: { amount } };
  return { content: '', artifacts: [artifact], metadata: { skillId: 'note' } };
};

const chat = (content: string): object => ({ content, metadata: { skillId: 'chat' } });

test('a session has the last word beside the result, and why a task was declined', async () => {
  const send = await openSession(await serve());
  const noted = await send(order(1));
  expect(noted.body).toMatchObject({ message: { content: `Noted 1.\n${CONCLUSION}` } });
  const declined = await send(order(501));
  expect(declined.body).toMatchObject({ message: { role: 'agent', content: REASON } });
});

test('a session has answers without a task, and is told why there is none', async () => {
  const send = await openSession(await serve());
  const said = await send(chat('hello'));
  expect(said.body).toMatchObject({ message: { role: 'agent', content: 'You said hello.' } });
  const { status, body } = await send(chat('rude'));
  expect(status).toBe(422);
  expect(body).toMatchObject({ error: { message: 'Say please.' } });
});

test('an envelope has answers without a task, and is told why there is none', async () => {
  const url = await serve();
  const ask = (text: string): Promise<Answer> =>
    post(`${url}/messages`, {
      message_id: crypto.randomUUID(),
      message_type: 'request',
      sender_id: 'somebody',
      recipient_id: AGENT_ID,
      timestamp: new Date().toISOString(),
      correlation_id: null,
      payload: { method: 'chat', parameters: { text } },
    });
  const said = await ask('hello');
  expect(said.body).toMatchObject({
    payload: { status: 'success', data: { text: 'You said hello.' } },
  });
  const rude = await ask('rude');
  expect(JSON.stringify(rude.body)).toContain('FORBIDDEN');
  expect(JSON.stringify(rude.body)).toContain('Say please.');
});
