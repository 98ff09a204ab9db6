import { expect, test } from 'vitest';
import { createInvalidAnswers } from './invalid-answers.ts';

test('counts the invalid answers to the question of a task until it is forgotten', () => {
  const invalidAnswers = createInvalidAnswers();
  invalidAnswers.add('a', 'too small');
  invalidAnswers.add('a', 'too large');
  expect(invalidAnswers.of('a')).toEqual({ round: 2, problem: 'too large' });
  invalidAnswers.forget('a');
  expect(invalidAnswers.of('a')).toBeUndefined();
});

test('forgets the task whose last invalid answer is the oldest', () => {
  const invalidAnswers = createInvalidAnswers();
  for (let index = 0; index < 1000; index += 1) invalidAnswers.add(`task ${index}`, 'too small');
  invalidAnswers.add('task 0', 'too small');
  invalidAnswers.add('one more', 'too small');
  expect(invalidAnswers.of('task 0')?.round).toBe(2);
  expect(invalidAnswers.of('task 1')).toBeUndefined();
  expect(invalidAnswers.of('task 2')?.round).toBe(1);
});
