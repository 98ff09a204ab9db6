// The handler of an agent, which the programs beside this one serve.
import { defineAgent, defineSkill } from '@formwork/core';
import { createAgentHandler } from '@formwork/server';

const greet = defineSkill({
  id: 'greet',
  name: 'Greet',
  description: 'Greets somebody by name.',
  tags: ['greeting'],
  input: {
    person: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
  run: ({ input }) => `Hello, ${input.name}!`,
});
export const agent = defineAgent({ name: 'Greeter', version: '1.0.0', skills: [greet] });

export const handler = createAgentHandler(agent, { publicUrl: 'https://example.com/agents' });
