// The smallest agent that an author writes. JavaScript, since a compiler of types would be measured too.
import { defineAgent, defineSkill } from '@formwork/core';
import { createMemoryEngine } from '@formwork/runtime';
import { createServer } from '@formwork/server';

const words = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
};

const echo = defineSkill({
  id: 'echo',
  name: 'Echo',
  description: 'Returns its input.',
  tags: [],
  input: { words },
  output: { words },
  examples: [{ text: 'hello' }],
  run: ({ input }) => input,
});

const agent = defineAgent({ name: 'Echo', version: '1.0.0', skills: [echo] });
const server = createServer(agent, { engine: createMemoryEngine() });
const { url } = await server.listen({ port: 0 });
console.log(url);
