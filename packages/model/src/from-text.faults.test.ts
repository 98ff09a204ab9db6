import { defineAgent, defineSkill, type SkillDefinition } from '@formwork/core';
import type { SchemaMap } from '@formwork/schema';
import { createTestAgent } from '@formwork/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fromText } from './from-text.ts';
import type { LanguageModel } from './language-model.ts';
import { createScriptedModel } from './testing/scripted-model.ts';

const CITY = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
} as const;

type Given = Partial<SkillDefinition<{ readonly city: typeof CITY }, SchemaMap>>;

function createCityAgent(model: LanguageModel, given: Given = {}) {
  const skill = defineSkill({
    id: 'city',
    name: 'City',
    description: 'Names a city.',
    tags: [],
    input: { city: CITY },
    text: fromText({ model }),
    ...given,
    run: ({ input }) => input.city,
  });
  return defineAgent({ name: 'Cities', version: '1.0.0', skills: [skill] });
}

const toOslo = { call: 'city', with: { city: 'Oslo' } } as const;

test('the end of an attempt aborts the request to the model', async () => {
  const reasons: unknown[] = [];
  const model = createScriptedModel([
    async ({ abortSignal }) => {
      abortSignal?.addEventListener('abort', () => reasons.push(abortSignal.reason));
      return new Promise<never>(() => undefined);
    },
  ]);
  await using host = createTestAgent(createCityAgent(model, { timeoutMs: 20 }));
  const task = await host.send('Oslo');
  expect(task).toMatchObject({ state: 'failed', text: expect.stringContaining('did not finish') });
  expect(reasons).toEqual([expect.objectContaining({ code: 'RUN_ENDED', end: 'timeout' })]);
});

test('a crash does not ask the model again for what it has understood', async () => {
  const model = createScriptedModel([{ call: 'city', with: {} }]);
  await using host = createTestAgent(createCityAgent(model));
  // The first write stores what was understood, the second asks the question.
  const task = await host.send('A city', { faults: { crashAfterWrites: 1 } });
  await task.answer({ city: 'Oslo' });
  expect(task.state).toBe('completed');
  expect(task.result()).toBe('Oslo');
  expect(model.requests).toHaveLength(1);
});

test('a failure that may pass is tried again as the skill says', async () => {
  const busy = Object.assign(new Error('503'), { isRetryable: true });
  const model = createScriptedModel([() => Promise.reject(busy), toOslo]);
  const retry = { maxAttempts: 2, delayMs: 1 };
  await using host = createTestAgent(createCityAgent(model, { retry }));
  const task = await host.send('Oslo');
  expect(task.result()).toBe('Oslo');
  expect(model.requests).toHaveLength(2);
});

test('a skill that answers with a message refuses instead of asking', async () => {
  const model = createScriptedModel([{ call: 'city', with: {} }]);
  const agent = createCityAgent(model, { textAnswer: 'message' });
  await using host = createTestAgent(agent);
  await expect(host.send('A city')).rejects.toThrow('These are missing: city.');
});

test('the log has numbers, and neither words of the caller nor of the model', async () => {
  const model = createScriptedModel([{ text: 'I am a teapot' }, toOslo]);
  await using host = createTestAgent(createCityAgent(model));
  await host.send('Off to Oslo');
  expect(host.log).toEqual([
    expect.objectContaining({
      fields: expect.objectContaining({ calls: 2, inputTokens: 20, outputTokens: 10 }),
    }),
  ]);
  expect(JSON.stringify(host.log)).not.toMatch(/teapot|Oslo/u);
});

test('instructions reach the model, also those of a function', async () => {
  const model = createScriptedModel([toOslo]);
  const text = fromText({ model, instructions: () => 'Today is 2027-01-01.' });
  await using host = createTestAgent(createCityAgent(model, { text }));
  await host.send('Oslo tomorrow');
  expect(model.requests[0]?.prompt[0]?.content).toContain('Today is 2027-01-01.');
});

test('the rules of a library go back to the model, and to the caller', async () => {
  const range = z
    .object({ from: z.number(), to: z.number(), label: z.string() })
    .refine(({ from, to }) => from < to, { message: 'must end after it begins', path: ['to'] })
    .transform(({ from, to, label }) => ({ length: to - from, label }));
  const model = createScriptedModel([
    { call: 'range', with: { from: 5, to: 1, label: 'x' } },
    { call: 'range', with: { from: 1 } },
  ]);
  const skill = defineSkill({
    id: 'range',
    name: 'Range',
    description: 'Measures a range.',
    tags: [],
    input: { range },
    text: fromText({ model }),
    run: ({ input }) => `${input.label}: ${input.length}`,
  });
  await using host = createTestAgent(
    defineAgent({ name: 'Ranges', version: '1.0.0', skills: [skill] }),
  );
  const task = await host.send('From 1 on');
  expect(JSON.stringify(model.requests[1]?.prompt)).toContain('must end after it begins');
  // The members fit each by itself, and not together: the whole form follows.
  await task.answer({ to: 0, label: 'x' });
  expect(task.question).toMatchObject({
    name: 'range',
    prompt: expect.stringContaining('together'),
  });
  await task.answer({ from: 1, to: 0, label: 'x' });
  expect(task.question?.text).toContain('must end after it begins');
  await task.answer({ from: 1, to: 4, label: 'x' });
  expect(task.result()).toBe('x: 3');
});

test('a schema whose parts cannot be asked for alone is asked for as a whole', async () => {
  const input = {
    trip: {
      type: 'object',
      properties: { by: { enum: ['car', 'train'] }, plate: { type: 'string' } },
      required: ['by'],
      if: { properties: { by: { const: 'car' } } },
      then: { required: ['plate'] },
    },
  } as const;
  const model = createScriptedModel([{ call: 'trip', with: { by: 'car' } }]);
  const skill = defineSkill({
    id: 'trip',
    name: 'Trip',
    description: 'Plans a trip.',
    tags: [],
    input,
    text: fromText({ model }),
    run: ({ input: trip }) => `${trip.by} ${trip.plate ?? ''}`,
  });
  await using host = createTestAgent(
    defineAgent({ name: 'Trips', version: '1.0.0', skills: [skill] }),
  );
  const task = await host.send('By car');
  expect(task.question?.schema).toMatchObject({
    properties: { by: { default: 'car' } },
    then: { required: ['plate'] },
  });
  await task.answer({ by: 'car', plate: 'X1' });
  expect(task.result()).toBe('car X1');
});

test('nobody knows which of several inputs is meant: a question asks', async () => {
  const model = createScriptedModel([() => Promise.reject(new Error('gone'))]);
  const skill = defineSkill({
    id: 'either',
    name: 'Either',
    description: 'Takes either.',
    tags: [],
    input: { city: CITY, count: { type: 'object', properties: { n: { type: 'integer' } } } },
    text: fromText({ model }),
    run: ({ input }) => input.schema,
  });
  await using host = createTestAgent(
    defineAgent({ name: 'Either', version: '1.0.0', skills: [skill] }),
  );
  const task = await host.send('?', { answers: { choice: { input: 'count' }, count: { n: 1 } } });
  expect(task.result()).toBe('count');
});

test('an answer that is nested too deep is a wrong one, also where secrets are taken out', async () => {
  const login = {
    type: 'object',
    properties: { user: { type: 'string' }, password: { type: 'string', writeOnly: true } },
    required: ['user'],
  } as const;
  const list = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const nested: unknown = JSON.parse(list);
  for (const input of [`{"user":${list}}`, { user: nested }]) {
    const parts = [{ type: 'tool-call', toolName: 'login', input }];
    const skill = defineSkill({
      id: 'login',
      name: 'Login',
      description: 'Signs in.',
      tags: [],
      input: { login },
      text: fromText({ model: createScriptedModel([{ parts: parts as never }]) }),
      run: ({ input: { user } }) => user,
    });
    await using host = createTestAgent(
      defineAgent({ name: 'Login', version: '1.0.0', skills: [skill] }),
    );
    const task = await host.send('I am Ada');
    expect(task.question).toMatchObject({ name: 'login' });
    await task.answer({ user: 'ada' });
    expect(task.result()).toBe('ada');
  }
});

test('wrong options are refused, and so is a skill without input', async () => {
  const model = createScriptedModel([toOslo]);
  expect(() => fromText({ model, maxRetries: 11 })).toThrow(
    'Cannot read text with a model because maxRetries must be an integer from 0 to 10: current value is 11',
  );
  expect(() => fromText({} as never)).toThrow('model must be a model of the AI SDK');
  const skill = defineSkill({
    id: 'text',
    name: 'Text',
    description: 'Takes text.',
    tags: [],
    text: fromText({ model }),
  });
  await using host = createTestAgent(
    defineAgent({ name: 'Text', version: '1.0.0', skills: [skill] }),
  );
  expect((await host.send('Oslo')).state).toBe('failed');
  expect(JSON.stringify(host.log)).toContain('must be the text of a skill with input and run');
});
