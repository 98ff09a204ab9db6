import { expect, test } from 'vitest';
import { ENGLISH } from '../messages/english.ts';
import { GERMAN } from '../messages/german.ts';
import { describeProblem } from './describe-problems.ts';
import { createSchemaReader } from './schema/create-schema-reader.ts';

test('what came is told with the words of the language for its type', () => {
  const problem = {
    pointer: '/city',
    keyword: 'type',
    expected: 'a string',
    received: 'integer 4',
    message: 'must be a string but is integer 4',
  };
  const root = { value: { city: 4 }, schema: {}, pointer: '', name: '', label: '', depth: 0 };
  const options = { reader: createSchemaReader({}), root };
  expect(describeProblem(problem, { ...options, messages: GERMAN })).toContain('Ganze Zahl 4');
  expect(describeProblem(problem, { ...options, messages: GERMAN })).not.toContain('integer');
  expect(describeProblem(problem, { ...options, messages: ENGLISH })).toContain('integer 4');
});
