const name = { type: 'string' } as const;

export const fightComparison = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { a: name, b: name },
  required: ['a', 'b'],
  additionalProperties: false,
} as const;

export const fightResponse = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    winner: name,
    probability: { type: 'number', minimum: 0, maximum: 1 },
    explanation: name,
  },
  required: ['winner', 'probability', 'explanation'],
  additionalProperties: false,
} as const;
