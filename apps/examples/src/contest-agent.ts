import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';

const name = { type: 'string', minLength: 1 } as const;

const fight = defineSkill({
  id: 'fight-comparison',
  name: 'Fight Comparison',
  description: 'Determines who would win a hypothetical fight.',
  tags: ['comparison'],
  input: {
    fightComparison: { type: 'object', properties: { a: name, b: name }, required: ['a', 'b'] },
  },
  output: { fightResponse: { type: 'object', properties: { winner: name }, required: ['winner'] } },
  examples: [{ a: 'Lion', b: 'Tiger' }], // checked when the agent is defined
  run: ({ input }) => ({ winner: input.a.length > input.b.length ? input.a : input.b }),
});

const agent = defineAgent({ name: 'Contest agent', version: '1.0.0', skills: [fight] });
const { url } = await createServer(agent).listen({ port: Number(process.env['PORT'] ?? 4100) });
console.log(`Serving ${agent.name}: ${url}/.well-known/agent-card.json`);
