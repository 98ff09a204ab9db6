import { defineAgent, defineSkill, RejectedError } from '@formwork/core';

const order = {
  type: 'object',
  properties: { amount: { type: 'integer' } },
  required: ['amount'],
} as const;

const base = { tags: [], input: { order }, description: 'Takes orders.' };

/** The message with which the clerk agent completes orders of at most 500. */
export const CONCLUSION = 'Two items were left out.';

/** The reason for which the clerk agent rejects orders above 500. */
export const REASON = 'Amounts above 500 EUR need an order form.';

function take(amount: number): number {
  if (amount > 500) throw new RejectedError(REASON);
  return amount;
}

/**
 * An agent for tests whose skills send a message beside their result (data or text), reject orders,
 * or answer with a message alone.
 */
export const clerkAgent = defineAgent({
  name: 'Clerk',
  version: '1.0.0',
  skills: [
    defineSkill({
      ...base,
      id: 'take',
      name: 'Take an order',
      output: { receipt: { type: 'object', properties: { amount: { type: 'integer' } } } },
      run({ input, task }) {
        task.conclude(CONCLUSION);
        return { amount: take(input.amount) };
      },
    }),
    defineSkill({
      ...base,
      id: 'note',
      name: 'Note an order',
      run({ input, task }) {
        task.conclude(CONCLUSION);
        return `Noted ${take(input.amount)}.`;
      },
    }),
    defineSkill({
      id: 'chat',
      name: 'Chat',
      description: 'Chats.',
      tags: [],
      textAnswer: 'message',
      text({ text }) {
        if (text === 'rude') throw new RejectedError('Say please.');
        return `You said ${text}.`;
      },
    }),
  ],
});
