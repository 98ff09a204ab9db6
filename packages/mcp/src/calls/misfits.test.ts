import { expect, test } from 'vitest';
import { createMisfits } from './misfits.ts';

test('counts the invalid answers to the question of a task until it is forgotten', () => {
  const misfits = createMisfits();
  misfits.add('a', 'too small');
  misfits.add('a', 'too large');
  expect(misfits.of('a')).toEqual({ round: 2, problem: 'too large' });
  misfits.forget('a');
  expect(misfits.of('a')).toBeUndefined();
});

test('forgets the task whose last invalid answer is the oldest', () => {
  const misfits = createMisfits();
  for (let index = 0; index < 1000; index += 1) misfits.add(`task ${index}`, 'too small');
  misfits.add('task 0', 'too small');
  misfits.add('one more', 'too small');
  expect(misfits.of('task 0')?.round).toBe(2);
  expect(misfits.of('task 1')).toBeUndefined();
  expect(misfits.of('task 2')?.round).toBe(1);
});
