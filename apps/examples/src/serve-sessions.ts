// An agent that also speaks the session API: messages with artifacts, over plain HTTP.

import { createSessionAdapter } from '@formwork/adapters';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';

const count = defineSkill({
  id: 'count-words',
  name: 'Count words',
  description: 'Counts the words of a text.',
  tags: ['text'],
  input: { page: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
  output: {
    words: { type: 'object', properties: { words: { type: 'integer' } }, required: ['words'] },
  },
  async run({ input, task }) {
    const answer = input.text === '' ? await task.ask('Which text?') : input.text;
    return { words: answer.split(/\s+/u).length };
  },
});
const server = createServer(defineAgent({ name: 'Counter', version: '1.0.0', skills: [count] }), {
  adapters: [createSessionAdapter({ path: '/v1' })],
});
const { url } = await server.listen({ port: 0 });

interface Message {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  readonly artifacts?: readonly { readonly type: string; readonly data: unknown }[];
}

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Answer;
}

const card = await call<{ capabilities: { type: string }[] }>('GET', '/card');
assert.equal(card.capabilities[0]?.type, 'count-words');

const { session } = await call<{ session: { id: string } }>('POST', '/sessions');
const messages = `/sessions/${session.id}/messages`;
const page = (text: string) => ({
  role: 'user',
  content: 'How many words?',
  artifacts: [{ id: 'page_1', type: 'application/json;schema=page', data: { text } }],
});

const answer = await call<{ message: Message }>('POST', messages, page('three little words'));
assert.equal(answer.message.role, 'agent');
assert.deepEqual(answer.message.artifacts?.[0]?.data, { words: 3 });

// A question is a message of the agent, and the next message answers it.
const question = await call<{ message: Message }>('POST', messages, page(''));
assert.equal(question.message.content, 'Which text?');
const reply = { role: 'user', content: 'just two', in_reply_to: question.message.id };
const last = await call<{ message: Message }>('POST', messages, reply);
assert.deepEqual(last.message.artifacts?.[0]?.data, { words: 2 });

const listed = await call<{ messages: Message[] }>('GET', messages);
assert.equal(listed.messages.length, 6);
const ended = await call<{ session: { status: string } }>('DELETE', `/sessions/${session.id}`);
assert.equal(ended.session.status, 'completed');

await server.close();
