import { expect, test } from 'vitest';
import { LinkedList } from './linked-list.ts';

test('new LinkedList() keeps the order, wherever something is taken out', () => {
  const list = new LinkedList<string>();
  const entries = ['a', 'b', 'c', 'd'].map((item) => list.add(item));
  expect([...list]).toEqual(['a', 'b', 'c', 'd']);
  const [a, b, , d] = entries;
  if (a === undefined || b === undefined || d === undefined) throw new Error('No entries');
  list.remove(b);
  list.remove(d);
  expect([...list]).toEqual(['a', 'c']);
  list.add('e');
  list.remove(a);
  expect([...list]).toEqual(['c', 'e']);
  expect(list.oldest).toBe('c');
  expect(list.size).toBe(2);
});

test('new LinkedList() inserts behind the newest item that precedes', () => {
  const list = new LinkedList<number>();
  const entries = [5, 1, 3, 3.5, 9].map((item) =>
    list.insert(item, (other) => Math.floor(other) <= item),
  );
  expect([...list]).toEqual([1, 3, 3.5, 5, 9]);
  expect(list.oldest).toBe(1);
  for (const entry of entries) list.remove(entry);
  expect([...list]).toEqual([]);
  list.insert(4, () => false);
  list.add(2);
  expect([...list]).toEqual([4, 2]);
});

test('new LinkedList() is empty again when everything was taken out', () => {
  const list = new LinkedList<number>();
  list.remove(list.add(1));
  expect(list.size).toBe(0);
  expect(list.oldest).toBeUndefined();
  list.add(2);
  expect([...list]).toEqual([2]);
});

test('new LinkedList() lets what was taken out hold on to nothing', () => {
  const list = new LinkedList<number>();
  const first = list.add(1);
  const second = list.add(2);
  list.add(3);
  list.remove(second);
  list.remove(first);
  expect([first, second]).toEqual([
    { item: 1, older: undefined, newer: undefined },
    { item: 2, older: undefined, newer: undefined },
  ]);
});
