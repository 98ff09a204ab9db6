import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import type { TaskEngine } from '@formwork/runtime';
import { createServer } from '@formwork/server';
import { createHttpTalker, type Talker } from './talker.ts';

const answer = { type: 'string', minLength: 1 } as const;

/** Makes an agent that asks a new question after every answer. */
function createAgent(kind: 'text' | 'form'): ReturnType<typeof defineAgent> {
  // The function is not async, because that would cost three turns of the queue of promises for each
  // earlier answer instead of one.
  function ask(task: TaskContext): Promise<unknown> {
    return kind === 'text'
      ? task.ask('And then?')
      : task.ask('And then?', { schema: { type: 'object', properties: { answer } } });
  }
  const skill = defineSkill({
    id: 'talk',
    name: 'Talk',
    description: 'Asks.',
    tags: [],
    async text({ task }) {
      for (;;) await ask(task);
    },
  });
  return defineAgent({ name: 'Bench', version: '1', skills: [skill] });
}

/** Starts a conversation with an agent on Formwork's server. */
export async function createTalker(engine: TaskEngine, kind: 'text' | 'form'): Promise<Talker> {
  const server = createServer(createAgent(kind), { engine });
  const { url } = await server.listen({ port: 0 });
  return createHttpTalker({
    url: `${url}/a2a`,
    text: kind === 'text' ? 'Well.' : '{"answer":"Well."}',
    async close() {
      await server.close();
      await engine.close();
    },
  });
}
