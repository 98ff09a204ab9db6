/** The input schema of the extension's own example, word for word. */
export const fightComparison = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    a: { description: 'The name of the first contestant', type: 'string' },
    b: { description: 'The name of the second contestant', type: 'string' },
  },
  required: ['a', 'b'],
  additionalProperties: false,
} as const;

/** The output schema of the extension's own example, word for word. */
export const fightResponse = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    winner: {
      title: 'Winner',
      description: 'The name of the winner of the fight',
      type: 'string',
    },
    probability: {
      title: 'Probability',
      description: 'The probability of the winner winning the fight',
      type: 'number',
      minimum: 0,
      maximum: 1,
    },
    explanation: {
      title: 'Explanation',
      description: 'A freeform field justifying the reason for choosing the winner',
      type: 'string',
    },
  },
  required: ['winner', 'probability', 'explanation'],
  additionalProperties: false,
} as const;
