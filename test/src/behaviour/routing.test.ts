import { defineAgent, defineSkill, type AgentDefinition, type AnySkill } from '@formwork/core';
import { expect, test } from 'vitest';
import { callAgent, testOverBindings } from '../support/bindings.ts';
import { ALL_DOORS } from '../support/doors.ts';
import { collectEvents } from '../support/event-stream.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

const texts = { name: 'Skill', description: 'Does something.', tags: [] };

function createSkill(id: string, handlers: 'run' | 'text' | 'both'): AnySkill {
  const text = ({ text: said }: { readonly text: string }): string => `${id} read ${said}`;
  if (handlers === 'text') return defineSkill({ id, ...texts, text });
  return defineSkill({
    id,
    ...texts,
    input: { pair: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
    run: ({ input }) => `${id} ran ${input.a}`,
    ...(handlers === 'both' && { text }),
  });
}

async function send(
  agent: Partial<AgentDefinition> & Pick<AgentDefinition, 'skills'>,
  part: object,
  metadata?: object,
): Promise<string> {
  const { url } = await startServer(defineAgent({ name: 'Agent', version: '1', ...agent }));
  const message = createMessage([part], { metadata });
  const { body } = await callAgent(url, { method: 'SendMessage', params: { message } });
  const result = body.result as {
    message?: { parts: { text: string }[] };
    task?: { artifacts: { parts: { text: string }[] }[] };
  };
  return (result.task?.artifacts[0]?.parts ?? result.message?.parts)?.[0]?.text ?? '';
}

const pair = createTaggedPart('pair', { a: 'x' });

testOverBindings(
  'the first of two skills that share a schema runs, unless the caller names one',
  async () => {
    const skills = [createSkill('one', 'run'), createSkill('two', 'run')];
    expect(await send({ skills }, pair)).toBe('one ran x');
    expect(await send({ skills }, pair, { skillId: 'two' })).toBe('two ran x');
    expect(await send({ skills }, pair, { skillId: 'ghost' })).toBe('one ran x');
  },
);

testOverBindings('text goes to the only skill that reads it', async () => {
  const skills = [createSkill('one', 'run'), createSkill('two', 'both')];
  expect(await send({ skills }, { text: 'hi' })).toBe('two read hi');
});

testOverBindings(
  'text goes to no skill when several could read it, unless the caller names one',
  async () => {
    const skills = [createSkill('one', 'text'), createSkill('two', 'text')];
    expect(await send({ skills }, { text: 'hi' })).toContain('- Skill (one)');
    expect(await send({ skills }, { text: 'hi' }, { skillId: 'two' })).toBe('two read hi');
  },
);

testOverBindings('whoever names a skill for text means no other', async () => {
  const other = defineSkill({
    id: 'other',
    ...texts,
    input: { sum: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
    run: ({ input }) => `other ran ${input.n}`,
  });
  const skills = [createSkill('reader', 'text'), createSkill('one', 'run'), other];
  expect(await send({ skills }, { text: 'hi' }, { skillId: 'ghost' })).toMatch(
    /^There is no skill "ghost"\. These are there:.*- Skill \(reader\)/su,
  );
  expect(await send({ skills }, { text: 'hi' }, { skillId: 'one' })).toContain('- Skill (one)');
  // The error names the faults by the schema of the skill that the caller named.
  const wrong = await send({ skills }, { text: '{"b":"x"}' }, { skillId: 'one' });
  expect(wrong).toContain('a: is required');
  expect(wrong).not.toContain('fits none');
});

testOverBindings("the agent's own handler reads text before any skill does", async () => {
  const skills = [createSkill('one', 'both')];
  const text = ({ text: said }: { readonly text: string }): string => `agent read ${said}`;
  expect(await send({ skills, text }, { text: 'hi' })).toBe('agent read hi');
  expect(await send({ skills, text }, { text: 'hi' }, { skillId: 'one' })).toBe('one read hi');
});

testOverBindings('text that fits a schema is input even where text could be read', async () => {
  const skills = [createSkill('one', 'both')];
  expect(await send({ skills }, { text: '{"a":"x"}' })).toBe('one ran x');
});

testOverBindings('text that is JSON but fits nothing is told why', async () => {
  const skills = [createSkill('one', 'run')];
  expect(await send({ skills }, { text: '{"b":"x"}' })).toContain('a: is required');
});

testOverBindings('a skill chooses for each text whether a message or a task answers', async () => {
  const clerk = defineSkill({
    id: 'clerk',
    name: 'Clerk',
    description: 'Chats and works.',
    tags: [],
    textAnswer: ({ text, message }) =>
      text.startsWith('work') || message.metadata?.['work'] === true
        ? 'task'
        : (text.replace('odd', 'reply') as 'message'),
    text: async ({ text, task }) =>
      text === 'message' ? 'Hello.' : `Done by ${await task.ask('By when?')}.`,
  });
  const { url } = await startServer(defineAgent({ name: 'Clerk', version: '1', skills: [clerk] }));
  const say = (text: string, fields: object = {}) =>
    callAgent(url, {
      method: 'SendMessage',
      params: { message: createMessage([{ text }], fields) },
    });
  const chatted = await say('message');
  expect(chatted.body.result).toHaveProperty('message.parts.0.text', 'Hello.');
  for (const asked of [await say('work'), await say('message', { metadata: { work: true } })]) {
    expect(asked.body.result).toHaveProperty('task');
  }
  // The text of the author's own fault is not for callers.
  expect((await say('odd')).body.error).toMatchObject({ code: -32_603 });
});

test.each(ALL_DOORS)('a skill chooses for each text of a stream over $name', async (door) => {
  const clerk = defineSkill({
    id: 'clerk',
    name: 'Clerk',
    description: 'Chats and works.',
    tags: [],
    textAnswer: ({ text }) => (text === 'work' ? 'task' : 'message'),
    text: ({ text }) => `You said ${text}.`,
  });
  const agent = defineAgent({ name: 'Clerk', version: '1', skills: [clerk] });
  const { url } = await startServer(agent, WITH_GRPC);
  const isLegacy = door.name === 'JSON-RPC 0.3';
  for (const text of ['hello', 'work', 'hello']) {
    const events = await collectEvents(await door.stream(url, { text }));
    const payloads = events.map(({ data }) => door.toPayload(data));
    const key = text === 'work' ? 'task' : 'message';
    if (isLegacy) expect(payloads[0]).toHaveProperty('kind', key);
    else expect(payloads[0]).toHaveProperty(key);
    if (text === 'hello') expect(payloads).toHaveLength(1);
    expect(JSON.stringify(payloads)).toContain(`You said ${text}.`);
  }
});
