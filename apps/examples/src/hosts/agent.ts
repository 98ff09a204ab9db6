// An agent, which programs of any kind serve.
import { defineAgent, defineSkill } from '@formwork/core';

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
