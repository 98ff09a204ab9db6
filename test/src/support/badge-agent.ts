import { defineAgent, defineSkill } from '@formwork/core';

/**
 * An agent whose skill `badge` lists its deprecated input first, beside a newer one with a
 * deprecated field.
 */
export const badgeAgent = defineAgent({
  name: 'Reception',
  version: '2.0.0',
  skills: [
    defineSkill({
      id: 'badge',
      name: 'Badge',
      description: 'Writes the badge of a visitor.',
      tags: [],
      input: {
        fullName: {
          title: 'Full name',
          description: 'Send "person" instead.',
          deprecated: true,
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
        },
        person: {
          title: 'Person',
          type: 'object',
          properties: {
            givenName: { type: 'string' },
            nickname: { type: 'string', deprecated: true },
          },
          required: ['givenName'],
        },
      },
      output: { badge: { type: 'object', properties: { text: { type: 'string' } } } },
      run: ({ input }) => ({
        text: input.schema === 'fullName' ? input.data.name : input.data.givenName,
      }),
    }),
  ],
});
