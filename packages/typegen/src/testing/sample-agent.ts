import { defineAgent, defineSkill, toAgentCard, type Agent } from '@formwork/core';

const name = { type: 'string', minLength: 1 } as const;

const fight = defineSkill({
  id: 'fight-comparison',
  name: 'Fight Comparison',
  description: 'Determines who would win a hypothetical fight.',
  tags: ['comparison'],
  input: {
    fightComparison: {
      type: 'object',
      properties: { a: { ...name, description: 'The first contestant.' }, b: name },
      required: ['a', 'b'],
      additionalProperties: false,
    },
  },
  output: {
    fightResponse: {
      type: 'object',
      properties: { winner: { $ref: '#/$defs/Object' } },
      required: ['winner'],
      $defs: { Object: name },
    },
  },
  run: ({ input }) => ({ winner: input.a }),
});

const chat = defineSkill({
  id: 'chat',
  name: 'Chat',
  description: 'Talks.',
  tags: [],
  text: () => 'Hello',
});

/** An agent for tests, with a skill that has schemas and one that has none. */
export const sampleAgent: Agent = defineAgent({
  name: 'Contest agent',
  description: 'Compares contestants.',
  version: '1.0.0',
  skills: [fight, chat],
});

/** Returns the card of the sample agent as plain JSON. */
export function createSampleCard(): Record<string, unknown> {
  const card = toAgentCard(sampleAgent, {
    interfaces: [
      { url: 'http://127.0.0.1:1/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    streaming: true,
    pushNotifications: false,
  });
  return JSON.parse(JSON.stringify(card));
}
