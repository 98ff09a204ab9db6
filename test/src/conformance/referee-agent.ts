import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import { setTimeout } from 'node:timers/promises';

const name = { type: 'string', minLength: 1 } as const;

const fight = defineSkill({
  id: 'fight',
  name: 'Fight',
  description: 'Says who would win.',
  tags: [],
  input: {
    pair: { type: 'object', properties: { a: name, b: name }, required: ['a', 'b'] },
  },
  output: { winner: { type: 'object', properties: { winner: name }, required: ['winner'] } },
  examples: [{ a: 'Lion', b: 'Tiger' }],
  run: async ({ input, task }) => {
    await task.progress('Weighing');
    // Real time: streams mostly see the task at work.
    await setTimeout(5);
    return { winner: input.a.length > input.b.length ? input.a : input.b };
  },
});

const approve = defineSkill({
  id: 'approve',
  name: 'Approve',
  description: 'Asks before it pays.',
  tags: [],
  input: {
    payment: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  },
  output: {
    receipt: { type: 'object', properties: { paid: { type: 'boolean' } }, required: ['paid'] },
  },
  examples: [{ amount: 12 }],
  run: async ({ task }) => {
    const { approved } = await task.ask('Approve?', {
      schema: {
        type: 'object',
        properties: { approved: { type: 'boolean' } },
        required: ['approved'],
      },
    });
    return { paid: approved };
  },
});

/** A small agent with a skill that answers at once, and one that asks a question with a form. */
export const referee: Agent = defineAgent({
  name: 'Referee',
  version: '1.0.0',
  skills: [fight, approve],
});
