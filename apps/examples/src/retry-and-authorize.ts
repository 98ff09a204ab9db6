// A skill that runs again when its mail service is busy, and that waits until a person gives it
// access.

import { Role, TaskState, type Message, type Part } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import { defineAgent, defineSkill, TransientError } from '@formwork/core';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';

const letIn = new Set<string>();
let lookedUp = 0;

const inbox = defineSkill({
  id: 'inbox',
  name: 'Inbox',
  description: 'Counts the messages in a mailbox, once its owner has agreed.',
  tags: ['mail'],
  input: {
    mailbox: {
      type: 'object',
      properties: { address: { type: 'string' } },
      required: ['address'],
    },
  },
  output: {
    count: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
  },
  timeoutMs: 5_000,
  retry: { maxAttempts: 3, delayMs: 10 },
  concurrency: 2,
  async run({ input: { address }, task }) {
    const id = await task.step('look up', () => {
      lookedUp += 1;
      return `box-${address}`;
    });
    for (let look = 1; !(await task.step(`look-${look}`, () => letIn.has(id))); look += 1) {
      await task.authorize('Let me count your messages.', {
        url: 'https://mail.example.com/grant',
      });
    }
    // The first attempt after the answer finds the service busy.
    if (task.attempt === 1) throw new TransientError('The mail service is busy');
    return { count: 3 };
  },
});

const server = createServer(defineAgent({ name: 'Mail', version: '1.0.0', skills: [inbox] }));
const { url } = await server.listen({ port: 0 });
const client = await new ClientFactory().createFromUrl(url);

function createMessage(content: Part['content'], taskId = ''): Message {
  const schema = taskId === '' ? { mimeType: 'application/json;schema=mailbox' } : undefined;
  return {
    messageId: crypto.randomUUID(),
    contextId: '',
    taskId,
    role: Role.ROLE_USER,
    parts: [{ content, metadata: schema, filename: '', mediaType: '' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

async function send(message: Message) {
  const params = { tenant: '', message, configuration: undefined, metadata: undefined };
  const answer = await client.sendMessage(params);
  assert('status' in answer);
  return answer;
}

const asked = await send(createMessage({ $case: 'data', value: { address: 'ada@example.com' } }));
assert.equal(asked.status?.state, TaskState.TASK_STATE_AUTH_REQUIRED);
const [said] = asked.status.message?.parts ?? [];
console.log(said?.content?.value);

letIn.add('box-ada@example.com');
const done = await send(createMessage({ $case: 'text', value: 'You may.' }, asked.id));
assert.equal(done.status?.state, TaskState.TASK_STATE_COMPLETED);
assert.deepEqual(done.artifacts[0]?.parts[0]?.content?.value, { count: 3 });
assert.equal(lookedUp, 1);
await server.close();
