import { ENGLISH } from '@formwork/react';
import { createRemoteValidator, vetSchema } from '@formwork/schema';
import { expect, test } from 'vitest';
import { describeProblem } from './describe-problem.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Full name' },
    stops: { type: 'array', title: 'Stops', items: { $ref: '#/$defs/stop' } },
  },
  required: ['name'],
  additionalProperties: false,
  $defs: { stop: { type: 'object', properties: { days: { type: 'integer', title: 'Days' } } } },
};

test.each([
  [{}, 'Full name is required: enter a value'],
  [
    { name: 'a', stops: [{ days: 1 }, { days: 'x' }] },
    'Stop 2: Days: enter a whole number, such as 12',
  ],
  [{ name: 'a', other: 1 }, 'Other is not an allowed property (allowed: "name", "stops")'],
])('fields are called what the form calls them: %j', (value, sentence) => {
  const outcome = vetSchema(SCHEMA);
  if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
  const problems = createRemoteValidator(outcome.vetted).check(value);
  const sentences = problems.map((problem) =>
    describeProblem(problem, { schema: SCHEMA, messages: ENGLISH }),
  );
  expect(sentences).toEqual([sentence]);
});
