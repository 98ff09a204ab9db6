import { createRemoteValidator, vetSchema } from '@formwork/schema';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toEnglishProblem } from './english.ts';

test.each([
  [{ type: 'string', minLength: 1 }, '', 'X is required: enter a value'],
  [{ type: 'string', minLength: 3 }, 'ab', 'X must have at least 3 characters'],
  [{ type: 'string', format: 'email' }, 'ada', 'X must be a valid email such as ada@example.com'],
  [
    { type: 'string', format: 'iso-date-time' },
    '2026-03-29T10:30',
    'X must be a date and a time with seconds such as 2026-11-21T09:30:00',
  ],
  [
    { type: 'string', format: 'date-time' },
    '2026-03-29T02:30',
    'X: there is no such time here on that day, as the clock is put forward',
  ],
  [
    { type: 'string', format: 'date-time' },
    '2026-03-29T10:30',
    'X has no time zone: enter it again',
  ],
  [{ type: 'string', pattern: '^[A-Z]+$' }, 'a', 'X must be text that matches ^[A-Z]+$'],
  [
    { type: 'string', enum: ['red', 'blue'] },
    'rd',
    'X must be one of "red", "blue": did you mean "red"?',
  ],
  [{ type: 'integer' }, 'a', 'X: enter a whole number, such as 12'],
  [{ type: 'number' }, '12,50', 'X: enter a number, such as 12.50'],
  [{ type: 'number', multipleOf: 0.01 }, 1.005, 'X must have at most two decimals'],
  [{ type: 'number', multipleOf: 0.5 }, 0.7, 'X must be a multiple of 0.5'],
  [{ type: 'number', maximum: 1_000_000 }, 1e7, 'X must be at most 1,000,000'],
  [{ type: 'string' }, null, 'X is required: enter a value'],
  [{ type: ['string', 'null'] }, 3, 'X must be text or nothing'],
  [{ type: 'number', maximum: 3 }, 4, 'X must be at most 3'],
  [{ type: 'array', minItems: 2 }, [], 'X must have at least 2 items'],
  [{ type: 'boolean', const: true }, false, 'X must be true'],
  [{ type: 'object', minProperties: 1 }, {}, 'X must have at least 1 entry'],
  [{ type: 'object', maxProperties: 2 }, { a: 1, b: 2, c: 3 }, 'X must have at most 2 entries'],
  [
    { uniqueItems: true },
    ['a', 'b', 'a'],
    'X must not have equal items but items 1 and 3 are equal',
  ],
  [
    { propertyNames: { maxLength: 1 } },
    { ab: 1 },
    'X must have another name: the name must have at most 1 character',
  ],
  [
    { propertyNames: { pattern: '^b$' } },
    { a: 1 },
    'X must have another name: the name must be text that matches ^b$',
  ],
])('what a field wants is said in words of people: %j', (schema, value, sentence) => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  onTestFinished(() => void vi.unstubAllEnvs());
  const outcome = vetSchema(schema);
  if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
  const problems = createRemoteValidator(outcome.vetted).check(value);
  expect(
    problems.map((problem) => toEnglishProblem(problem, { label: 'X', isEntered: true })),
  ).toEqual([sentence]);
});
