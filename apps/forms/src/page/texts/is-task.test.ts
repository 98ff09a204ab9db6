import { expect, test } from 'vitest';
import { isTask } from './is-task.ts';

test.each([
  ['Plan a Trip', true],
  ['import contacts', true],
  ['Summarise text', true],
  ['Close an account', true],
  ['Expense Report', false],
  ['Planning', false],
  ['Plan', false],
  ['Order Status', false],
  ['Reise planen', false],
  [`Plan ${'x'.repeat(60)}`, false],
])('%s says what is done: %s', (name, expected) => {
  expect(isTask(name)).toBe(expected);
});
