import { defineAgent, defineSkill, type Agent } from '@formwork/core';

const pair = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'string' } },
  required: ['a', 'b'],
} as const;
const winner = {
  type: 'object',
  properties: { winner: { type: 'string' } },
  required: ['winner'],
} as const;

/**
 * Makes an agent whose skills do almost nothing, so that a call's time is that of the code around
 * it.
 */
export function createBenchAgent(skills: number): Agent {
  return defineAgent({
    name: 'Bench',
    version: '1.0.0',
    skills: Array.from({ length: skills }, (_, index) =>
      defineSkill({
        id: `fight-${index}`,
        name: 'Fight',
        description: 'Compares.',
        tags: [],
        input: { pair },
        output: { winner },
        run: ({ input }) => ({ winner: input.a }),
      }),
    ),
  });
}
