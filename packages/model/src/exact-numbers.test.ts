import { defineAgent, defineSkill } from '@formwork/core';
import { createTestAgent } from '@formwork/testing';
import { expect, test } from 'vitest';
import { fromText } from './from-text.ts';
import { hostModel } from './host-model.ts';
import { createModelTools } from './model-tools.ts';
import { createScriptedModel } from './testing/scripted-model.ts';

// A number that JavaScript cannot hold must not reach a skill as another one: an account would get
// the money of its neighbour.

const ARGUMENTS = '{"account":9007199254740993,"text":"Rent"}';
const ENTRY = {
  type: 'object',
  properties: { account: { type: 'integer' }, text: { type: 'string' } },
  required: ['account', 'text'],
} as const;

function createBank(model: Parameters<typeof fromText>[0]['model']) {
  const paid: unknown[] = [];
  const [pay, book] = ['pay', 'book'].map((id) =>
    defineSkill({
      id,
      name: id,
      description: 'Takes an account.',
      tags: [],
      input: { [id]: ENTRY },
      text: fromText({ model, maxRetries: 1 }),
      run: ({ input }) => void paid.push(input),
    }),
  );
  if (pay === undefined || book === undefined) throw new Error('The bank has two skills.');
  return { paid, agent: defineAgent({ name: 'Bank', version: '1', skills: [pay, book] }) };
}

const toPay = { metadata: { skillId: 'pay' } };
const lent = { metadata: { skillId: 'pay', 'urn:formwork:host-model:v1': true } };

test('a model that gives such a number is told so, and then a form asks', async () => {
  const model = createScriptedModel([{ call: 'pay', with: ARGUMENTS }]);
  const { agent, paid } = createBank(model);
  await using host = createTestAgent(agent);
  const task = await host.send('Pay 9007199254740993', toPay);
  expect(paid).toEqual([]);
  expect(JSON.stringify(model.requests[1])).toMatch(/account.*9007199254740993/u);
  expect(task.question).toMatchObject({ name: 'pay' });
});

test('a model of the host that writes such a number down gets no further', async () => {
  const { agent, paid } = createBank(hostModel());
  await using host = createTestAgent(agent);
  const task = await host.send('Pay', lent);
  await task.answer({ text: `{"tool":"pay","arguments":${ARGUMENTS}}` });
  expect(task.question?.prompt).toContain('9007199254740993');
  await task.answer({ text: `{"tool":"pay","arguments":${ARGUMENTS}}` });
  expect(task.question).toMatchObject({ name: 'pay' });
  expect(paid).toEqual([]);
});

test('JSON with such a number, sent as text to one of several skills, becomes a form', async () => {
  const { agent, paid } = createBank(createScriptedModel([]));
  await using host = createTestAgent(agent);
  const task = await host.send(ARGUMENTS, toPay);
  expect(paid).toEqual([]);
  expect(task.question).toMatchObject({ name: 'pay' });
  await task.answer({ account: 7, text: 'Rent' });
  expect(paid).toEqual([{ account: 7, text: 'Rent' }]);
});

test('a tool refuses such a number in its arguments', async () => {
  const { agent, paid } = createBank(createScriptedModel([]));
  await using tools = await createModelTools(agent, { allow: ['pay'] });
  const answer = await tools.call('pay', ARGUMENTS);
  expect(answer).toMatchObject({
    isError: true,
    text: expect.stringContaining('9007199254740993'),
  });
  expect(paid).toEqual([]);
});
