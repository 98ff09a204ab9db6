import { connect } from '@formwork/client';
import { defineAgent, defineSkill, PublicError } from '@formwork/core';
import {
  createModelTools,
  fromText,
  type LanguageModel,
  type ModelTools,
  toAnthropicTools,
  toOpenAiChatTools,
  toOpenAiResponsesTools,
  toToolSet,
} from '@formwork/model';
import { createServer } from '@formwork/server';
import { generateText, stepCountIs, type LanguageModel as AiModel, type ToolSet } from 'ai';
import { MockLanguageModelV3, MockLanguageModelV4 } from 'ai/test';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The real types and the real loop of the AI SDK; only the model is scripted.

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function createMock(calls: readonly { readonly name: string; readonly input: unknown }[]) {
  const answers = calls.map(({ name, input }, index) => ({
    content: [
      {
        type: 'tool-call' as const,
        toolCallId: `call-${index}`,
        toolName: name,
        input: JSON.stringify(input),
      },
    ],
    finishReason: { unified: 'tool-calls' as const, raw: undefined },
    usage,
    warnings: [],
  }));
  const end = {
    content: [{ type: 'text' as const, text: 'Done.' }],
    finishReason: { unified: 'stop' as const, raw: undefined },
    usage,
    warnings: [],
  };
  return new MockLanguageModelV4({ doGenerate: [...answers, end] });
}

const logger = { info() {}, warn() {}, error() {} };

const seen: unknown[] = [];

let started: () => void = () => undefined;
const ended: unknown[] = [];

const square = defineSkill({
  id: 'square',
  name: 'Square',
  description: 'Squares a number.',
  tags: [],
  input: {
    factor: {
      type: 'object',
      properties: { x: { type: 'number' }, notes: { type: 'object', additionalProperties: true } },
      required: ['x'],
      additionalProperties: false,
    },
  },
  output: {
    product: { type: 'object', properties: { y: { type: 'number' } }, required: ['y'] },
  },
  examples: [{ x: 3 }],
  async run({ input, task }) {
    seen.push(input);
    if (input.x < 0) throw new PublicError('Negative numbers are out of stock.');
    if (input.x === 13) {
      started();
      await new Promise<void>((resolve) => task.signal.addEventListener('abort', () => resolve()));
      ended.push(task.signal.reason);
    }
    if (input.x === 7) {
      const { sure } = await task.ask('Really seven?', {
        schema: { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] },
      });
      return { y: sure ? 49 : 0 };
    }
    return { y: input.x ** 2 };
  },
});

const agent = defineAgent({ name: 'Math agent', version: '1.0.0', skills: [square] });

let tools: ModelTools;
beforeAll(async () => {
  tools = await createModelTools(agent, { logger });
});
afterAll(() => tools.close());

test('models of the AI SDK fit, of every version', () => {
  const models: readonly LanguageModel[] = [new MockLanguageModelV4(), new MockLanguageModelV3()];
  // Compiles only if the models of every version that `ai` takes fit.
  const accept = (model: Exclude<AiModel, string>): LanguageModel => model;
  expect(accept(new MockLanguageModelV4())).toBeDefined();
  for (const model of models) expect(fromText({ model })).toBeTypeOf('function');
});

test('generateText calls a skill as a tool, corrects itself, and reads the result', async () => {
  const set: ToolSet = toToolSet(tools);
  const model = createMock([
    { name: 'square', input: { y: 3 } },
    { name: 'square', input: { x: 3 } },
  ]);
  const result = await generateText({
    model,
    prompt: 'Three squared?',
    tools: set,
    stopWhen: stepCountIs(5),
  });
  expect(result.text).toBe('Done.');
  const [, second, third] = model.doGenerateCalls;
  const told = (call: typeof second): string => JSON.stringify(call?.prompt.at(-1)?.content);
  expect(told(second)).toContain('error-text');
  expect(told(second)).toContain('is required but missing');
  expect(told(second)).toContain(String.raw`{\"x\":3}`);
  expect(told(third)).toContain(String.raw`\"y\": 9`);
  const outputs = result.steps.flatMap(({ toolResults }) =>
    toolResults.map(({ output }) => output),
  );
  expect(outputs).toEqual([{ isError: false, text: '{\n  "y": 9\n}', data: { y: 9 } }]);
  expect(seen.splice(0)).toEqual([{ x: 3 }]);
  // Open objects stay open for the provider.
  const [tool] = model.doGenerateCalls[0]?.tools ?? [];
  expect(tool).toMatchObject({
    name: 'square',
    inputSchema: { properties: { notes: { additionalProperties: true } } },
  });
});

test('a question of a task is answered by the model with the tool for tasks', async () => {
  const asked = await tools.call('square', { x: 7 });
  expect(asked).toMatchObject({ isError: true, text: expect.stringContaining('Really seven?') });
  const [, id = ''] = /"task_id":"([^"]+)"/u.exec(asked.text) ?? [];
  const reply = { task_id: id, action: 'reply' };
  const wrong = await tools.call('a2a_task', { ...reply, data: { sure: 'yes' } });
  expect(wrong.text).toContain('must be boolean');
  const answer = await tools.call('a2a_task', { ...reply, data: { sure: true } });
  expect(answer).toMatchObject({ isError: false, data: { state: 'completed', output: { y: 49 } } });
});

test('every failure is a text that a model can act on', async () => {
  const texts = [
    await tools.call('square', '{"x":'),
    await tools.call('square', '[3]'),
    await tools.call('square', `{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
    await tools.call('square', { x: 'three' }),
    await tools.call('cube', { x: 1 }),
    await tools.call('square', { x: -1 }),
    await tools.call('a2a_task', { task_id: 'made-up' }),
  ];
  expect(texts.every(({ isError }) => isError)).toBe(true);
  expect(texts.map(({ text }) => text)).toEqual([
    expect.stringContaining('must be one JSON object'),
    expect.stringContaining('must be one JSON object'),
    expect.stringContaining('must not be nested so deep'),
    expect.stringContaining('/x: must be number but is string "three"'),
    expect.stringContaining('There are: square, a2a_task'),
    expect.stringContaining('Negative numbers are out of stock.'),
    expect.stringContaining('task_id:'),
  ]);
});

test('a call that is canceled cancels the task', async () => {
  const stop = new AbortController();
  started = () => stop.abort();
  const answer = await tools.call('square', { x: 13 }, { signal: stop.signal });
  expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('canceled') });
  expect(ended).toEqual([expect.objectContaining({ end: 'canceled' })]);
});

test('a call that was canceled before it began does not begin', async () => {
  seen.length = 0;
  const answer = await tools.call('square', { x: 3 }, { signal: AbortSignal.abort() });
  expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('canceled') });
  expect(seen).toEqual([]);
});

test('an agent in this process knows its caller', async () => {
  const guarded = defineSkill({
    id: 'whoami',
    name: 'Who am I',
    description: 'Tells who calls.',
    tags: [],
    scopes: ['self'],
    text: ({ task }) => task.user?.id ?? 'nobody',
  });
  const closed = defineAgent({ name: 'Closed', version: '1.0.0', skills: [guarded] });
  const user = { id: 'ada', scopes: ['self'] };
  await using known = await createModelTools(closed, { logger, user });
  expect(await known.call('whoami', { message: 'Hi' })).toMatchObject({ data: { text: 'ada' } });
  await using unknown = await createModelTools(closed, { logger });
  expect((await unknown.call('whoami', { message: 'Hi' })).isError).toBe(true);
});

test('the tools have the shapes of OpenAI and Anthropic', () => {
  const description = expect.stringContaining('Squares a number.');
  const schema = expect.objectContaining({ type: 'object', required: ['x'] });
  const named = { name: 'square', description };
  expect(toOpenAiChatTools(tools)[0]).toEqual({
    type: 'function',
    function: { ...named, parameters: schema, strict: false },
  });
  expect(toOpenAiResponsesTools(tools)[0]).toEqual({
    type: 'function',
    ...named,
    parameters: schema,
    strict: false,
  });
  expect(toAnthropicTools(tools)[0]).toEqual({ ...named, input_schema: schema });
});

test('the same tools call an agent over the network', async () => {
  const server = createServer(agent, { logger });
  try {
    const { url } = await server.listen({ port: 0 });
    const remote = await createModelTools(await connect(url), { prefix: true, alias: 'math' });
    expect(remote.tools.map(({ name }) => name)).toEqual(['math_square', 'a2a_task']);
    expect(await remote.call('math_square', '{"x":4}')).toMatchObject({ data: { y: 16 } });
  } finally {
    await server.close();
  }
});
