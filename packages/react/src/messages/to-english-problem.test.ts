import { createRemoteValidator, vetSchema } from '@formwork/core';
import { expect, test } from 'vitest';
import { toEnglishProblem } from './to-english-problem.ts';

test.each([
  [{ type: 'string', minLength: 1 }, '', 'X is required: enter a value'],
  [{ type: 'string', minLength: 3 }, 'ab', 'X must have at least 3 characters'],
  [{ type: 'string', format: 'email' }, 'ada', 'X must be a valid email such as ada@example.com'],
  [{ type: 'string', pattern: '^[A-Z]+$' }, 'a', 'X must be text that matches ^[A-Z]+$'],
  [
    { type: 'string', enum: ['red', 'blue'] },
    'rd',
    'X must be one of "red", "blue": did you mean "red"?',
  ],
  [{ type: 'integer' }, 'a', 'X must be a whole number'],
  [{ type: ['string', 'null'] }, 3, 'X must be text or nothing'],
  [{ type: 'number', maximum: 3 }, 4, 'X must be at most 3'],
  [{ type: 'array', minItems: 2 }, [], 'X must have at least 2 items'],
  [{ type: 'boolean', const: true }, false, 'X must be true'],
])('what a field wants is said in words of people: %j', (schema, value, sentence) => {
  const outcome = vetSchema(schema);
  if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
  const problems = createRemoteValidator(outcome.vetted).check(value);
  expect(problems.map((problem) => toEnglishProblem('X', problem))).toEqual([sentence]);
});
