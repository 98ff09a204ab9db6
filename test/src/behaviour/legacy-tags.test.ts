// Not over every binding: the subject is A2A 0.3, which is served over JSON-RPC only.
import { expect, test } from 'vitest';
import { createAgent } from '../support/asking-agent.ts';
import { callAgent, testOverBindings } from '../support/bindings.ts';
import { readEvents } from '../support/event-stream.ts';
import { createMessage } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

// Parts of A2A 1.0 carry tags in their mediaType; parts of A2A 0.3, which callers see here, have
// none.

const MODE = 'application/json;schema=any';

const agent = createAgent(async (task) => {
  await task.ask('Sure?');
  return 'Done';
});

interface WaitingTask {
  readonly url: string;
  readonly taskId: string;
}

async function startTask(): Promise<WaitingTask> {
  const { url } = await startServer(agent);
  const message = createMessage([{ data: {}, mediaType: MODE }]);
  const { body } = await callAgent(url, { method: 'SendMessage', params: { message } });
  const task = body.result?.['task'] as { readonly id: string };
  return { url, taskId: task.id };
}

function createAnswer(taskId: string): object {
  const parts = [{ kind: 'text', text: 'Yes' }];
  return { message: { kind: 'message', messageId: 'a', role: 'user', parts, taskId } };
}

async function call(url: string, method: string, params: object): Promise<unknown> {
  const { body } = await callAgent(url, { method, params }, { version: '0.3' });
  return body.result;
}

async function stream(url: string, method: string, params: object): Promise<unknown> {
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const events = readEvents(response);
  const { value: first } = await events.next();
  // The subscription would stay open while the task waits.
  await events.return();
  return (first?.data as { readonly result?: unknown }).result;
}

const READERS: Readonly<Record<string, (task: WaitingTask) => Promise<unknown>>> = {
  'tasks/get': ({ url, taskId }) => call(url, 'tasks/get', { id: taskId }),
  'tasks/cancel': ({ url, taskId }) => call(url, 'tasks/cancel', { id: taskId }),
  'tasks/resubscribe': ({ url, taskId }) => stream(url, 'tasks/resubscribe', { id: taskId }),
  'message/send': ({ url, taskId }) => call(url, 'message/send', createAnswer(taskId)),
  'message/stream': ({ url, taskId }) => stream(url, 'message/stream', createAnswer(taskId)),
};

test.each(Object.entries(READERS))('%s of 0.3 shows the tag in the metadata', async (_, read) => {
  const { history } = (await read(await startTask())) as { readonly history?: readonly unknown[] };
  const part = { kind: 'data', data: {}, metadata: { mimeType: MODE } };
  expect(history?.[0]).toMatchObject({ parts: [part] });
});

testOverBindings('callers of 1.0 see the part as it was sent', async () => {
  const { url, taskId } = await startTask();
  const { body } = await callAgent(url, { method: 'GetTask', params: { id: taskId } });
  const [first] = body.result?.['history'] as readonly { readonly parts: readonly unknown[] }[];
  expect(first?.parts).toEqual([{ data: {}, mediaType: MODE }]);
});
