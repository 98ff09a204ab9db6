import { expect, test } from 'vitest';
import { type MergedItem, MergedIterators } from './stream-session.ts';

async function* count(to: number, taken: number[] = []): AsyncGenerator<number, void, undefined> {
  for (let index = 0; index < to; index += 1) {
    taken.push(index);
    yield index;
  }
}

test('items of every source come in their order, and its end is told', async () => {
  const merged = new MergedIterators<number>();
  merged.add('a', count(2));
  merged.add('b', count(1));
  const seen: MergedItem<number>[] = [];
  for (let index = 0; index < 5; index += 1) seen.push(await merged.next());
  const of = (key: string) => seen.filter((one) => one.key === key).map(({ item }) => item);
  expect(of('a')).toEqual([0, 1, undefined]);
  expect(of('b')).toEqual([0, undefined]);
  expect([merged.has('a'), merged.has('b')]).toEqual([false, false]);
});

test('a source is read no further than one item ahead', async () => {
  const taken: number[] = [];
  const merged = new MergedIterators<number>();
  merged.add('a', count(100, taken));
  await merged.next();
  await new Promise((resolve) => setImmediate(resolve));
  expect(taken).toEqual([0, 1]);
  await merged.close();
});

test('what is removed says nothing more, and what fails is told', async () => {
  const merged = new MergedIterators<number>();
  merged.add('a', count(5));
  await merged.remove('a');
  merged.add(
    'b',
    (async function* fail(): AsyncGenerator<number, void, undefined> {
      yield 1;
      throw new Error('broken');
    })(),
  );
  expect(await merged.next()).toEqual({ key: 'b', item: 1 });
  await expect(merged.next()).rejects.toThrow('broken');
});
