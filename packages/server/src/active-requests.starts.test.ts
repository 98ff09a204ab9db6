import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { StartQueue } from './active-requests.ts';

/** Takes up a number of requests at once, and returns the names of those that started so far. */
function takeAll(queue: StartQueue, count: number) {
  const started: number[] = [];
  const waiting = Array.from({ length: count }, (_, index) =>
    queue.take(() => void started.push(index)),
  );
  return { started, waiting };
}

test('the first of many requests start at once, the others later and in order', async () => {
  const { started, waiting } = takeAll(new StartQueue(), 20);
  expect(started).toHaveLength(8);
  expect(waiting.filter((start) => start === undefined)).toHaveLength(8);
  await expect.poll(() => started.length).toBe(20);
  expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test('a request that comes while others wait starts after them, also between turns', async () => {
  const queue = new StartQueue();
  const { started } = takeAll(queue, 9);
  await nextTurn();
  queue.take(() => void started.push(9));
  expect(started).toHaveLength(8);
  await expect.poll(() => started.length).toBe(10);
  expect(started.slice(8)).toEqual([8, 9]);
});

test('a request that was withdrawn does not start, and takes the turn of no other', async () => {
  const { started, waiting } = takeAll(new StartQueue(), 12);
  for (const index of [9, 11]) {
    waiting[index]?.withdraw();
    waiting[index]?.withdraw();
  }
  await expect.poll(() => started.length).toBe(10);
  await nextTurn();
  expect(started.slice(8)).toEqual([8, 10]);
  // Too late: the request has started.
  waiting[8]?.withdraw();
  expect(started).toHaveLength(10);
});

test('a request that takes up another does so within the order', async () => {
  const queue = new StartQueue();
  const started: string[] = [];
  for (let index = 0; index < 9; index += 1) queue.take(() => void started.push(`${index}`));
  queue.take(() => {
    started.push('outer');
    queue.take(() => void started.push('inner'));
  });
  queue.take(() => void started.push('after'));
  await expect.poll(() => started.length).toBe(12);
  expect(started.slice(9)).toEqual(['outer', 'after', 'inner']);
});
