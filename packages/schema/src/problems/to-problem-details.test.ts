import { expect, expectTypeOf, test } from 'vitest';
import { createValidator } from '../validation/create-validator.ts';
import { toProblemDetails, type ProblemDetails } from './to-problem-details.ts';

const problems = createValidator({
  type: 'object',
  properties: { 'a b': { enum: ['Lion'] }, rounds: { type: 'integer' } },
  required: ['rounds'],
}).check({ 'a b': 'Loin' });

test('toProblemDetails() is a problem details object with one error per problem', () => {
  const details = toProblemDetails(problems, { schema: 'fight' });
  expectTypeOf(details).toEqualTypeOf<ProblemDetails>();
  expect(details).toEqual({
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    detail: 'The data does not fit the schema "fight": 2 problems',
    schema: 'fight',
    errors: [
      {
        pointer: '#/rounds',
        detail: 'is required but missing (must be integer)',
        keyword: 'required',
        expected: 'integer',
      },
      {
        pointer: '#/a%20b',
        detail: 'must be "Lion" but is string "Loin"',
        keyword: 'enum',
        expected: '"Lion"',
        received: 'string "Loin"',
        suggestion: 'did you mean "Lion"?',
      },
    ],
  });
});

test('toProblemDetails() takes a type, title and status', () => {
  const options = { type: 'https://example.com/p', title: 'No', status: 422 };
  const details = toProblemDetails(problems.slice(0, 1), { schema: 'fight', ...options });
  expect(details).toMatchObject(options);
  expect(details.detail).toBe('The data does not fit the schema "fight": 1 problem');
});
