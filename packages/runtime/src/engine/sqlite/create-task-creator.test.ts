import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { range } from '../../testing/samples.ts';
import { createKeySet } from './create-task-creator.ts';

test('a set has what was added and not deleted, also of keys that begin alike', () => {
  const set = createKeySet();
  const keys = range(2_000).map((index) => hash('sha256', String(index), 'buffer'));
  for (const key of keys) set.add(key);
  set.add(Buffer.from(keys[0] ?? []));
  for (const key of keys.filter((_, index) => index % 2 === 0)) set.delete(Buffer.from(key));
  expect(keys.map((key) => set.has(key))).toEqual(keys.map((_, index) => index % 2 === 1));
  set.delete(Buffer.from('no such key'));
  set.add(Buffer.alloc(0));
  expect(set.has(Buffer.alloc(0))).toBe(true);
});
