import { defineAgent, defineSkill, OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import { expect, test } from 'vitest';
import { callAgent, testOverBindings } from '../support/bindings.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

function createTextSkill(id: string) {
  return defineSkill({
    id,
    name: id,
    description: 'Repeats what it hears.',
    tags: [],
    text: ({ text }) => text,
  });
}

const echo = defineAgent({ name: 'Echo', version: '1', skills: [createTextSkill('echo')] });
const choir = defineAgent({
  name: 'Choir',
  version: '1',
  skills: [createTextSkill('alto'), createTextSkill('bass')],
});

async function fetchCard(url: string, version: string): Promise<Record<string, unknown>> {
  const headers = { 'a2a-version': version };
  const response = await fetch(`${url}/.well-known/agent-card.json`, { headers });
  return (await response.json()) as Record<string, unknown>;
}

async function say(url: string, part: object): Promise<string> {
  const params = { message: createMessage([part]) };
  const { body } = await callAgent(url, { method: 'SendMessage', params });
  const message = body.result?.['message'] as { parts: { text: string }[] } | undefined;
  return message?.parts[0]?.text ?? body.error?.message ?? '';
}

test.each(['1.0', '0.3'])('its card of A2A %s says nothing of schemas', async (version) => {
  const { url } = await startServer(echo);
  const card = await fetchCard(url, version);
  expect(card).not.toHaveProperty('schemas');
  expect(card['capabilities']).not.toHaveProperty('extensions');
  expect(JSON.stringify(card)).not.toContain('{}');
});

testOverBindings('what it does not declare cannot be activated', async () => {
  const { url } = await startServer(echo);
  const params = { message: createMessage([{ text: 'Hello' }]) };
  const headers = { 'A2A-Extensions': OBJECT_SCHEMAS_EXTENSION_URI };
  const answer = await callAgent(url, { method: 'SendMessage', params }, { headers });
  expect(answer.headers.has('a2a-extensions')).toBe(false);
  expect(answer.body.result).toHaveProperty('task');
});

testOverBindings('its answer to data says what it takes', async () => {
  const { url } = await startServer(echo);
  const answer = await say(url, { data: { a: 1 } });
  expect(answer).toMatch(/^The message has data, but this agent takes text\./u);
  expect(answer).toMatch(/\nSend text\.$/u);
  expect(answer).not.toContain('schema');
});

testOverBindings('its answer to tagged data says so too', async () => {
  const { url } = await startServer(echo);
  expect(await say(url, createTaggedPart('order', {}))).toBe(
    'Cannot use part 0 because this agent takes text and no structured input: the part names the schema "order"',
  );
});

testOverBindings('with several skills it says how to name one', async () => {
  const { url } = await startServer(choir);
  const answer = await say(url, { text: 'Sing' });
  expect(answer).toContain('- bass (bass): Repeats what it hears.');
  expect(answer).toMatch(/\nSend text, with the id of the skill as metadata\.skillId\.$/u);
});
