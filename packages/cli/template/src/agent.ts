import { defineAgent, defineSkill } from '@formwork/core';

const fight = defineSkill({
  id: 'fight',
  name: 'Fight',
  description: 'Says who would win: the one with the longer name.',
  tags: ['example'],
  input: {
    fightComparison: {
      type: 'object',
      properties: {
        a: { type: 'string', minLength: 1, description: 'The first contestant' },
        b: { type: 'string', minLength: 1, description: 'The second contestant' },
      },
      required: ['a', 'b'],
    },
  },
  output: {
    fightResponse: {
      type: 'object',
      properties: { winner: { type: 'string' } },
      required: ['winner'],
    },
  },
  examples: [{ a: 'Lion', b: 'Tiger' }],
  run: ({ input }) => ({ winner: input.a.length > input.b.length ? input.a : input.b }),
});

// oxlint-disable-next-line import/no-default-export -- formwork serves a module's default export
export default defineAgent({ name: 'NAME', version: '0.1.0', skills: [fight] });
