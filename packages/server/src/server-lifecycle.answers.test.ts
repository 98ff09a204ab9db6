import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerCount } from './server-lifecycle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Waits for no response to be under way, and notes when the wait is over. */
function wait(answers: AnswerCount, milliseconds: number): { isOver: boolean } {
  const state = { isOver: false };
  const end = async (): Promise<void> => {
    await answers.whenNone(milliseconds);
    state.isOver = true;
  };
  void end();
  return state;
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test('a wait ends at once if no response is under way', async () => {
  const answers = new AnswerCount();
  const idle = wait(answers, 1_000);
  await settle();
  expect(idle.isOver).toBe(true);
  const response = new EventEmitter();
  answers.add(response);
  response.emit('close');
  const after = wait(answers, 1_000);
  await settle();
  expect(after.isOver).toBe(true);
});

test('all waits end with the last response, also with one that begins meanwhile', async () => {
  const answers = new AnswerCount();
  const [first, late] = [new EventEmitter(), new EventEmitter()];
  answers.add(first);
  const waits = [wait(answers, 1_000), wait(answers, 1_000)];
  answers.add(late);
  first.emit('close');
  // A response that ends twice counts once.
  first.emit('close');
  await settle();
  expect(waits).toEqual([{ isOver: false }, { isOver: false }]);
  late.emit('close');
  await settle();
  expect(waits).toEqual([{ isOver: true }, { isOver: true }]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a wait ends after its time, and the next one waits again', async () => {
  const answers = new AnswerCount();
  const response = new EventEmitter();
  answers.add(response);
  const first = wait(answers, 1_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(first.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(first.isOver).toBe(true);
  const second = wait(answers, 1_000);
  await settle();
  expect(second.isOver).toBe(false);
  response.emit('close');
  await settle();
  expect(second.isOver).toBe(true);
});
