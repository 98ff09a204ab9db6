import { defineAgent, defineSkill, PublicError, type Agent, type AnySkill } from '@formwork/core';
import { expect } from 'vitest';
import * as z from 'zod';
import { callAgent, eachOverBindings, testOverBindings } from '../support/bindings.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

interface WireTask {
  readonly id: string;
  readonly status: { readonly state: string; readonly message?: { parts: { text: string }[] } };
  readonly artifacts?: readonly { readonly parts: readonly Record<string, unknown>[] }[];
}

const texts = { name: 'Skill', description: 'Does something.', tags: [] };
const input = { order: { type: 'object', properties: { n: { type: 'number' } } } } as const;
const output = {
  total: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
} as const;

function createAgent(...skills: AnySkill[]): Agent {
  return defineAgent({ name: 'Agent', version: '1', skills });
}

interface RunOptions {
  readonly data?: unknown;
  readonly schema?: string;
  readonly configuration?: object;
}

async function run(
  { url }: TestServer,
  { data = {}, schema = 'order', ...rest }: RunOptions = {},
): Promise<WireTask> {
  const message = createMessage([createTaggedPart(schema, data)]);
  const params = { message, ...rest };
  const { body } = await callAgent(url, { method: 'SendMessage', params });
  expect(body.error).toBeUndefined();
  return body.result?.['task'] as WireTask;
}

testOverBindings('output that breaks its schema fails the task and is never sent', async () => {
  // A handler without types can return anything.
  const result = { sum: 'lots' } as unknown as { sum: number };
  const skill = defineSkill({ id: 'skill', ...texts, input, output, run: () => result });
  const server = await startServer(createAgent(skill));
  const task = await run(server);
  expect(task.status.state).toBe('TASK_STATE_FAILED');
  expect(task.status.message?.parts[0]?.text).toBe(
    'The agent\'s answer was invalid: it does not fit schema "total".',
  );
  expect(task.artifacts ?? []).toEqual([]);
  expect(JSON.stringify(task)).not.toContain('lots');
  expect(server.logged.join('\n')).toMatch(/OutputInvalid|does not fit schema/u);
});

eachOverBindings([
  ['a Date', { sum: new Date(0) }],
  ['NaN', { sum: Number.NaN }],
  ['undefined', { sum: undefined }],
  ['a cycle', createCycle()],
  ['nothing', undefined],
  ['a BigInt', { sum: 1n }],
])('%s in the output is judged as JSON has it', async (_name, result) => {
  const value = result as unknown as { sum: number };
  const skill = defineSkill({ id: 'skill', ...texts, input, output, run: () => value });
  const task = await run(await startServer(createAgent(skill)));
  expect(task.status.state).toBe('TASK_STATE_FAILED');
});

testOverBindings('a handler that throws fails the task without telling why', async () => {
  const skill = defineSkill({
    id: 'skill',
    ...texts,
    input,
    run() {
      throw new Error('password is hunter2');
    },
  });
  const server = await startServer(createAgent(skill));
  const task = await run(server);
  expect(task.status.state).toBe('TASK_STATE_FAILED');
  expect(task.status.message?.parts[0]?.text).toBe('The agent failed to do this task.');
  expect(JSON.stringify(task)).not.toContain('hunter2');
  expect(server.logged.join('\n')).toContain('hunter2');
});

testOverBindings('a handler says why in a public error', async () => {
  const skill = defineSkill({
    id: 'skill',
    ...texts,
    input,
    run() {
      throw new PublicError('We are closed on Sundays.');
    },
  });
  const task = await run(await startServer(createAgent(skill)));
  expect(task.status.message?.parts[0]?.text).toBe('We are closed on Sundays.');
});

testOverBindings(
  'a library validates after the schema, and the handler gets its output',
  async () => {
    const order = z.object({
      n: z.number().default(3),
      at: z.codec(z.iso.datetime(), z.date(), {
        decode: (text) => new Date(text),
        encode: (value) => value.toISOString(),
      }),
    });
    const total = z.object({ sum: z.number(), day: z.string().default('Sunday') });
    const skill = defineSkill({
      id: 'skill',
      ...texts,
      input: { order },
      output: { total },
      run: ({ input: { n, at } }) => ({ sum: n + at.getUTCFullYear() }),
    });
    const server = await startServer(createAgent(skill));
    const task = await run(server, { data: { at: '2026-01-01T00:00:00Z' } });
    expect(task.artifacts?.[0]?.parts[0]?.['data']).toEqual({ sum: 2029, day: 'Sunday' });
  },
);

testOverBindings("a library's own rules refuse input like the schema's do", async () => {
  const order = z.object({ n: z.number().refine((n) => n % 2 === 0, 'must be even') });
  const skill = defineSkill({ id: 'skill', ...texts, input: { order }, run: () => 'done' });
  const { url } = await startServer(createAgent(skill));
  const message = createMessage([createTaggedPart('order', { n: 3 })]);
  const { body } = await callAgent(url, { method: 'SendMessage', params: { message } });
  expect(body.error?.code).toBe(-32602);
  expect(body.error?.data?.map(({ reason }) => reason)).toContain('STRUCTURED_INPUT_INVALID');
  expect(body.error?.message).toContain('must be even');
});

testOverBindings('a caller that reads only text gets the result as text', async () => {
  const skill = defineSkill({ id: 'skill', ...texts, input, output, run: () => ({ sum: 7 }) });
  const server = await startServer(createAgent(skill));
  const task = await run(server, { configuration: { acceptedOutputModes: ['text/plain'] } });
  const [part] = task.artifacts?.[0]?.parts ?? [];
  expect(JSON.parse(String(part?.['text']))).toEqual({ sum: 7 });
});

testOverBindings('a handler cannot change what came in by changing its input', async () => {
  const skill = defineSkill({
    id: 'skill',
    ...texts,
    input: { list: { type: 'object', properties: { n: { type: 'array', items: {} } } } },
    run({ input: { n } }) {
      n?.push('changed');
      return 'done';
    },
  });
  const task = await run(await startServer(createAgent(skill)), {
    schema: 'list',
    data: { n: [] },
  });
  expect(JSON.stringify(task)).not.toContain('changed');
});

eachOverBindings([
  ['nothing', undefined],
  ['null', null],
  ['an object without a prototype', Object.create(null)],
  [
    'an object that refuses to be text',
    {
      toString() {
        throw new Error('no');
      },
    },
  ],
])('a handler that throws %s fails the task', async (_name, thrown: unknown) => {
  const skill = defineSkill({
    id: 'skill',
    ...texts,
    input,
    run() {
      throw thrown;
    },
  });
  const task = await run(await startServer(createAgent(skill)));
  expect(task.status.state).toBe('TASK_STATE_FAILED');
});

testOverBindings(
  'calls that a handler does not wait for are written before the end, and end nothing',
  async () => {
    const skill = defineSkill({
      id: 'skill',
      ...texts,
      input,
      output,
      run({ task }) {
        void task.progress('half way', 0.5);
        void task.artifact({ id: 'notes', text: 'noted' });
        void task.progress('too far', 7);
        return { sum: 1 };
      },
    });
    const server = await startServer(createAgent(skill));
    const task = await run(server);
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(JSON.stringify(task.artifacts)).toContain('noted');
    expect(server.logged.join('\n')).toMatch(/task\.progress failed/u);
  },
);

eachOverBindings([
  [{ id: '' }, 'a name of its own'],
  [{ id: 'result', text: 'x' }, 'a name of its own'],
  [{ id: 'a' }, 'must have text, data or files'],
  [{ id: 5, text: 'x' }, 'its id must be a string'],
  [{ id: 'a', text: 5 }, 'its text must be a string'],
  [{ id: 'a', data: () => 1 }, 'its data must be JSON'],
  [{ id: 'a', files: 'x' }, 'its files must be a list'],
  [{ id: 'a', files: [{ content: 'x' }] }, 'files/0 must be a Uint8Array or a URL'],
  [{ id: 'a', files: [null] }, 'files/0 must be a Uint8Array or a URL'],
  [{ id: 'a', files: [{ content: new Uint8Array(), name: 5 }] }, 'of files/0 must be texts'],
])('task.artifact() refuses %j', async (update, message) => {
  const errors: unknown[] = [];
  const skill = defineSkill({
    id: 'skill',
    ...texts,
    input,
    async run({ task }) {
      const wrong = update as unknown as Parameters<typeof task.artifact>[0];
      await task.artifact(wrong).catch((error: unknown) => errors.push(error));
    },
  });
  await run(await startServer(createAgent(skill)));
  expect(errors).toMatchObject([
    { code: 'TASK_CALL_INVALID', message: expect.stringContaining(message) },
  ]);
});

testOverBindings('files of an artifact are parts with their bytes or their address', async () => {
  const skill = defineSkill({
    id: 'skill',
    ...texts,
    input,
    async run({ task }) {
      await task.artifact({
        id: 'files',
        text: 'two files',
        files: [
          { content: new Uint8Array([1, 2, 255]), name: 'a.bin', mediaType: 'application/x-a' },
          { content: new URL('https://files.example.com/b.png') },
        ],
      });
    },
  });
  const task = await run(await startServer(createAgent(skill)));
  expect(task.artifacts?.[0]?.parts).toMatchObject([
    { text: 'two files' },
    { raw: 'AQL/', filename: 'a.bin', mediaType: 'application/x-a' },
    { url: 'https://files.example.com/b.png' },
  ]);
});

testOverBindings('a handler cannot change what the task keeps', async () => {
  const skill = defineSkill({
    id: 'skill',
    ...texts,
    input,
    run({ task }) {
      const { parts } = task.message as { parts: unknown[] };
      expect(() => parts.push('changed')).toThrow(TypeError);
      expect(() => (task.artifacts as unknown[]).push('changed')).toThrow(TypeError);
    },
  });
  const task = await run(await startServer(createAgent(skill)));
  expect(task.status.state).toBe('TASK_STATE_COMPLETED');
  expect(JSON.stringify(task)).not.toContain('changed');
});

eachOverBindings([
  ['a number', { sum: 1 }],
  ['a BigInt', { sum: 1n }],
  ['a cycle', createCycle()],
])(
  'a result that the skill does not promise, with %s, is told without a name',
  async (_, value) => {
    const result = value as unknown as string;
    const skill = defineSkill({ id: 'skill', ...texts, input, run: () => result });
    const server = await startServer(createAgent(skill));
    const task = await run(server);
    expect(server.logged.join('\n')).toContain('it is not what the skill promises:');
    expect(server.logged.join('\n')).toContain(
      'must be text or nothing because the skill declares no output: current value is {',
    );
    expect(task.status.message?.parts[0]?.text).toBe(
      "The agent's answer was invalid: it is not what the skill promises.",
    );
  },
);

function createCycle(): object {
  const cycle: Record<string, unknown> = { sum: 1 };
  cycle['self'] = cycle;
  return cycle;
}
