import { connect, toAgentSource, type SourceEvent } from '@formwork/client';
import { expect, test } from 'vitest';
import { sendForTask, textOf } from '../support/asking-agent.ts';
import { callAgent, testOverBindings, findClientOptions } from '../support/bindings.ts';
import { clerkAgent, CONCLUSION, REASON } from '../support/clerk-agent.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

// The words with which a task ends, its conclusion or the reason why it was declined, over A2A and
// in the client. Other doors have tests of their own.

const own = (): { messageId: string } => ({ messageId: crypto.randomUUID() });
const take = { kind: 'input', skillId: 'take', schema: 'order' } as const;
const chat = { kind: 'text', skillId: 'chat' } as const;

async function order(url: string, amount: number): Promise<string> {
  const task = await sendForTask(url, createMessage([createTaggedPart('order', { amount })]));
  expect(textOf(task)).toBe(amount > 500 ? REASON : CONCLUSION);
  return task.id;
}

testOverBindings('ListTasks finds those that were declined', async () => {
  const { url } = await startServer(clerkAgent, { openTasks: true });
  await order(url, 1);
  const id = await order(url, 501);
  const params = { status: 'TASK_STATE_REJECTED' };
  const { body } = await callAgent(url, { method: 'ListTasks', params });
  expect(body.result).toMatchObject({ totalSize: 1, tasks: [{ id }] });
});

test('A2A 0.3 has the state rejected with the reason, and the last word of a result', async () => {
  const { url } = await startServer(clerkAgent);
  const answers = await Promise.all(
    [1, 501].map(async (amount) => {
      const mimeType = 'application/json;schema=order';
      const parts = [{ kind: 'data', data: { amount }, metadata: { mimeType } }];
      const message = { kind: 'message', messageId: crypto.randomUUID(), role: 'user', parts };
      const call = { method: 'message/send', params: { message } };
      return (await callAgent(url, call, { version: '0.3' })).body.result;
    }),
  );
  expect(answers).toMatchObject([
    {
      kind: 'task',
      status: { state: 'completed', message: { parts: [{ text: CONCLUSION }] } },
    },
    {
      kind: 'task',
      status: { state: 'rejected', message: { role: 'agent', parts: [{ text: REASON }] } },
    },
  ]);
});

testOverBindings('the last event of a stream of the client has the last word', async () => {
  const { url } = await startServer(clerkAgent);
  const agent = await connect<typeof clerkAgent>(url, await findClientOptions(url));
  const events = [];
  for await (const event of agent.skill('take').stream({ amount: 1 })) events.push(event);
  expect(events.at(-1)).toMatchObject({
    kind: 'result',
    data: { amount: 1 },
    conclusion: CONCLUSION,
  });
});

testOverBindings(
  'a source has the last word, why a task was declined, and messages without a task',
  async () => {
    const { url } = await startServer(clerkAgent);
    const source = toAgentSource(await connect(url, await findClientOptions(url)));
    async function end(
      message: Parameters<typeof source.send>[0],
    ): Promise<SourceEvent | undefined> {
      let last: SourceEvent | undefined;
      for await (const event of source.send(message)) {
        if (event.kind !== 'exchange') last = event;
      }
      return last;
    }
    expect(await end({ ...own(), ...take, data: { amount: 1 } })).toMatchObject({
      kind: 'result',
      data: { amount: 1 },
      conclusion: CONCLUSION,
    });
    expect(await end({ ...own(), ...take, data: { amount: 501 } })).toMatchObject({
      kind: 'ended',
      state: 'rejected',
      text: REASON,
    });
    const said = await end({ ...own(), ...chat, text: 'hello' });
    expect(said).toMatchObject({ kind: 'result', taskId: '', text: 'You said hello.' });
    expect(said).not.toHaveProperty('conclusion');
    expect(await end({ ...own(), ...chat, text: 'rude' })).toMatchObject({
      kind: 'ended',
      state: 'rejected',
      taskId: '',
      text: 'Say please.',
    });
  },
);
