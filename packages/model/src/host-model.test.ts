import { defineAgent, defineSkill } from '@formwork/core';
import { createTestAgent } from '@formwork/testing';
import { expect, test } from 'vitest';
import { fromText } from './from-text.ts';
import { hostModel } from './host-model.ts';

const city = defineSkill({
  id: 'city',
  name: 'City',
  description: 'Names a city.',
  tags: [],
  input: { city: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
  text: fromText({ model: hostModel(), maxRetries: 1 }),
  run: ({ input }) => input.city,
});
const agent = defineAgent({ name: 'Cities', version: '1.0.0', skills: [city] });

const lent = { metadata: { 'urn:formwork:host-model:v1': true } };

test('a caller who lends a model answers for it, and gets a form if it talks nonsense', async () => {
  await using host = createTestAgent(agent);
  const task = await host.send('Oslo, please', lent);
  const { name, prompt = '' } = task.question ?? {};
  expect(name).toBe('formwork-host-model');
  expect(JSON.parse(prompt)).toMatchObject({
    maxTokens: 2_048,
    messages: [{ role: 'user', text: expect.stringContaining('Oslo, please') }],
  });
  await task.answer({ text: 'Which Oslo?' });
  await task.answer({ text: '{"tool":"delete","arguments":{}}' });
  expect(task.question).toMatchObject({ name: 'city' });
  await task.answer({ city: 'Oslo' });
  expect(task.result()).toBe('Oslo');
});

test('a caller who declines, or has none to lend, gets a form that says so', async () => {
  await using host = createTestAgent(agent);
  const declined = await host.send('Oslo', lent);
  await declined.answer({});
  const words = 'The message could not be read, because the caller lends no language model.';
  expect(declined.question?.prompt).toContain(words);
  const none = await host.send('Oslo');
  expect(none.question?.prompt).toContain(words);
});
