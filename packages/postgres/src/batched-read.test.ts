import { expect, test } from 'vitest';
import { BatchedRead } from './batched-read.ts';
import { WriteQueue } from './write-queue.ts';

/**
 * Makes a batched read that finds the length of every key but "none", and a list of the keys that
 * each read of many got.
 */
function createLengths() {
  const asked: (readonly string[])[] = [];
  const read = new BatchedRead(async (keys) => {
    asked.push(keys);
    if (keys.includes('bad')) throw new Error('The database is away.');
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.length]));
  });
  return { asked, read };
}

test('keys of one turn are read together, each once', async () => {
  const { asked, read } = createLengths();
  const found = await Promise.all(['a', 'bb', 'none', 'a'].map((key) => read.read(key)));
  expect(found).toEqual([1, 2, undefined, 1]);
  expect(asked).toEqual([['a', 'bb', 'none']]);
});

test('a key that is asked for after a read has begun is read again', async () => {
  const { asked, read } = createLengths();
  await read.read('a');
  expect(await read.read('a')).toBe(1);
  expect(asked).toEqual([['a'], ['a']]);
});

test('a failure is told to all who asked, and to nobody who asks later', async () => {
  const { read } = createLengths();
  const results = await Promise.allSettled([read.read('a'), read.read('bad')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await read.read('a')).toBe(1);
});

test('large writes of one turn are not all made by one statement, which would take too long', async () => {
  const batches: number[] = [];
  const queue = new WriteQueue<number>({
    async make(batch) {
      batches.push(batch.length);
      return batch.map(({ write }) => ({ kind: 'done', value: write }));
    },
    kindOf: () => '',
    concurrencyOf: () => 1,
    sizeOf: (megabytes) => megabytes * 1_048_576,
  });
  const sizes = [0, 1, 1, 1, 1, 1, 9, 1, 0];
  const made = sizes.map((size, index) => queue.add(`task-${index}`, size));
  expect(await Promise.all(made)).toEqual(sizes);
  expect(batches).toEqual([5, 2, 2]);
});
