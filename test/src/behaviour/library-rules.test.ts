import { defineAgent, defineSkill } from '@formwork/core';
import { expect } from 'vitest';
import * as z from 'zod';
import { callAgent, testOverBindings } from '../support/bindings.ts';
import { createMessage, createTaggedPart, type JsonRpcAnswer } from '../support/json-rpc.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const texts = { name: 'Skill', description: 'Does something.', tags: [] };

/** Serves a skill whose input and output have one field each, `a`. */
function serve(input: z.ZodType, output: z.ZodType = z.unknown()): Promise<TestServer> {
  const skill = defineSkill({
    id: 'skill',
    ...texts,
    input: { order: z.object({ a: input }) },
    output: { result: z.object({ a: output }) },
    run: () => ({ a: 'x' }),
  });
  return startServer(defineAgent({ name: 'Agent', version: '1', skills: [skill] }));
}

async function send({ url }: TestServer, a: string): Promise<JsonRpcAnswer['body']> {
  const params = { message: createMessage([createTaggedPart('order', { a })]) };
  const { body } = await callAgent(url, { method: 'SendMessage', params });
  return body;
}

/** Makes a rule that throws at its `nth` check of the text `boom`, and accepts everything else. */
function createRule(nth: number): (text: string) => Promise<boolean> {
  let asked = 0;
  return async (text) => {
    await Promise.resolve();
    if (text !== 'boom') return true;
    asked += 1;
    if (asked === nth) throw new Error('password of the database is hunter2');
    return true;
  };
}

testOverBindings(
  'a rule of an input that throws is an internal error, and the server goes on',
  async () => {
    const server = await serve(z.string().refine(createRule(1)));
    const answer = await send(server, 'boom');
    expect(answer.error).toMatchObject({ code: -32603 });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(server.logged.join('\n')).toContain('hunter2');
    expect(await send(server, 'fine')).toMatchObject({
      result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } },
    });
  },
);

testOverBindings(
  'a rule of an input that throws when the handler is to run fails the task',
  async () => {
    const server = await serve(z.string().refine(createRule(2)));
    const answer = await send(server, 'boom');
    expect(answer).toMatchObject({ result: { task: { status: { state: 'TASK_STATE_FAILED' } } } });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(server.logged.join('\n')).toContain('hunter2');
  },
);

testOverBindings('a rule of an output that throws fails the task', async () => {
  const rule = async (): Promise<never> => {
    await Promise.resolve();
    throw new Error('password of the database is hunter2');
  };
  const server = await serve(z.string(), z.string().refine(rule));
  const answer = await send(server, 'fine');
  expect(answer).toMatchObject({ result: { task: { status: { state: 'TASK_STATE_FAILED' } } } });
  expect(JSON.stringify(answer)).not.toContain('hunter2');
  expect(server.logged.join('\n')).toContain('hunter2');
});

testOverBindings(
  'a transformation that throws on what a caller sent is an internal error',
  async () => {
    const server = await serve(z.string().transform((text) => JSON.parse(text) as unknown));
    const answer = await send(server, '{');
    expect(answer.error).toMatchObject({
      code: -32603,
      message: expect.not.stringContaining('JSON'),
    });
    expect(server.logged.join('\n')).toContain('SyntaxError');
  },
);
