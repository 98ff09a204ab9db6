import { defineAgent, defineSkill } from '@formwork/core';

const reserve = defineSkill({
  id: 'reserve',
  name: 'Reserve a table',
  description: 'Reserves a table. Asks first if the party is large.',
  tags: ['food'],
  input: {
    party: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1 },
        guests: { type: 'integer', minimum: 1, maximum: 20 },
      },
      required: ['name', 'guests'],
    },
  },
  output: {
    reservation: {
      title: 'Reservation',
      type: 'object',
      properties: { name: { type: 'string' }, table: { type: 'integer' } },
      required: ['name', 'table'],
    },
  },
  async run({ input: { name, guests }, task }) {
    if (guests > 8) {
      const { deposit } = await task.ask('A party of this size pays a deposit of 50 EUR. Agreed?', {
        name: 'deposit',
        schema: {
          type: 'object',
          properties: { deposit: { type: 'boolean', title: 'Pay the deposit' } },
          required: ['deposit'],
        },
      });
      if (!deposit) return { name, table: 0 };
    }
    return { name, table: guests > 8 ? 1 : guests + 1 };
  },
});

export const agent = defineAgent({ name: 'Restaurant', version: '1.0.0', skills: [reserve] });
