import { TransientError, type TaskContext } from '@formwork/core';
import { expect, test } from 'vitest';
import { startRunner } from '../testing/start-runner.ts';

interface Outcome {
  readonly state: string | undefined;
  readonly errors: readonly unknown[];
}

/**
 * Runs a task with the given handler to its end, and returns the task's state and the log's errors.
 */
async function runTask(run: (task: TaskContext) => unknown): Promise<Outcome> {
  const errors: unknown[] = [];
  const ignore = (): void => undefined;
  const logger = {
    info: ignore,
    warn: ignore,
    error: (_text: string, fields: Readonly<Record<string, unknown>> = {}) =>
      void errors.push(fields['error']),
  };
  const { send, stateOf } = startRunner({ skill: { retry: { delayMs: 1 }, run } }, { logger });
  const id = await send();
  await expect.poll(() => stateOf(id)).toMatch(/completed|failed/u);
  return { state: await stateOf(id), errors };
}

test('a step that changed code has left out is missed at the end', async () => {
  const { state, errors } = await runTask(async (task) => {
    await task.step('look', () => 1);
    if (task.attempt > 1) return;
    await task.step('book', () => 2);
    await task.step('pay', () => 3);
    throw new TransientError('busy');
  });
  expect(state).toBe('failed');
  expect(errors).toEqual([
    expect.stringMatching(/MemoError: .* came to 1 of the 3 steps .* not to "step:book"/u),
  ]);
});

test('a step that changed code has renamed is refused also after many others', async () => {
  const done: string[] = [];
  const { state, errors } = await runTask(async (task) => {
    for (let step = 1; step <= 100; step += 1) await task.step(`look-${step}`, () => step);
    await task.step(`pay-${task.attempt}`, () => done.push('paid'));
    throw new TransientError('busy');
  });
  expect({ state, done }).toEqual({ state: 'failed', done: ['paid'] });
  expect(errors).toEqual([
    expect.stringMatching(/MemoError: .* its step 101 was "step:pay-1" before/u),
  ]);
});

test('steps that changed code has added at the end are done', async () => {
  const done: string[] = [];
  const { state } = await runTask(async (task) => {
    await task.step('look', () => done.push('look'));
    if (task.attempt === 1) throw new TransientError('busy');
    await task.step('book', () => done.push('book'));
  });
  expect({ state, done }).toEqual({ state: 'completed', done: ['look', 'book'] });
});

test('a key that a step had before is refused, and nothing is done', async () => {
  const done: string[] = [];
  const { state, errors } = await runTask(async (task) => {
    await task.step('pay', () => done.push('first'));
    await task.step('pay', () => done.push('second'));
  });
  expect({ state, done }).toEqual({ state: 'failed', done: ['first'] });
  expect(errors).toEqual([expect.stringMatching(/MemoError: .* current value is "pay" again/u)]);
});

test('a key that a step had before is refused also where another is remembered', async () => {
  const { state, errors } = await runTask(async (task) => {
    const second = task.attempt === 1 ? 'two' : 'one';
    await task.step('one', () => 1);
    await task.step(second, () => 2);
    throw new TransientError('busy');
  });
  expect(state).toBe('failed');
  expect(errors).toEqual([expect.stringMatching(/MemoError: .* current value is "one" again/u)]);
});
