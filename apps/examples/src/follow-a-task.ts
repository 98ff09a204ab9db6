// A long task, followed with the official SDK's client: progress, pieces of an artifact, the end.

import { Role, TaskState } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';

const count = defineSkill({
  id: 'count',
  name: 'Count',
  description: 'Counts, and tells each number as it comes.',
  tags: ['numbers'],
  input: {
    range: {
      type: 'object',
      properties: { to: { type: 'integer', minimum: 1, maximum: 100 } },
      required: ['to'],
    },
  },
  output: { sum: { type: 'object', properties: { sum: { type: 'integer' } }, required: ['sum'] } },
  async run({ input: { to }, task }) {
    let sum = 0;
    for (let number = 1; number <= to; number += 1) {
      task.signal.throwIfAborted();
      sum += number;
      // The first piece replaces the pieces of an earlier run; the others are appended.
      const place = { append: number > 1, last: number === to };
      await task.artifact({ id: 'numbers', text: `${number} `, ...place });
      await task.progress(`${number} of ${to}`, number / to);
    }
    return { sum };
  },
});

const agent = defineAgent({ name: 'Counter', version: '1.0.0', skills: [count] });
const server = createServer(agent);
const { url } = await server.listen({ port: 0 });
const client = await new ClientFactory().createFromUrl(url);

const message = {
  messageId: crypto.randomUUID(),
  contextId: '',
  taskId: '',
  role: Role.ROLE_USER,
  parts: [
    {
      content: { $case: 'data' as const, value: { to: 3 } },
      metadata: { mimeType: 'application/json;schema=range' },
      filename: '',
      mediaType: '',
    },
  ],
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
};

let text = '';
let sum: unknown;
let state: TaskState | undefined;
for await (const { payload } of client.sendMessageStream({
  tenant: '',
  message,
  configuration: undefined,
  metadata: undefined,
})) {
  if (payload?.$case === 'artifactUpdate') {
    const [part] = payload.value.artifact?.parts ?? [];
    if (part?.content?.$case === 'text') text += part.content.value;
    if (part?.content?.$case === 'data') sum = part.content.value;
  }
  if (payload?.$case === 'statusUpdate') {
    state = payload.value.status?.state;
    const [part] = payload.value.status?.message?.parts ?? [];
    if (part?.content?.$case === 'text') console.log(part.content.value);
  }
}
assert.equal(text, '1 2 3 ');
assert.deepEqual(sum, { sum: 6 });
assert.equal(state, TaskState.TASK_STATE_COMPLETED);
await server.close();
