import { expect, test } from 'vitest';
import { newTask, range } from '../../testing/samples.ts';
import { createBlankSnapshot } from '../fold-events.ts';
import { type CachedSnapshot, SnapshotCache } from './snapshot-cache.ts';

function toCached(seq: number, size = 1): CachedSnapshot {
  return { snapshot: { ...createBlankSnapshot(newTask(), '2026-01-01T00:00:00.000Z'), seq }, size };
}

function findKept(cache: SnapshotCache, count: number): readonly number[] {
  return range(count).filter((taskNumber) => cache.get(taskNumber) !== undefined);
}

test('keeps a number of snapshots, the ones set last', () => {
  const cache = new SnapshotCache({ maxCount: 3 });
  for (const taskNumber of [0, 1, 2, 0, 3, 4]) {
    cache.set(taskNumber, toCached(1));
  }
  expect(findKept(cache, 5)).toEqual([0, 3, 4]);
});

test('keeps 1,000 unless told otherwise', () => {
  const cache = new SnapshotCache();
  for (const taskNumber of range(5_000)) {
    cache.set(taskNumber, toCached(1));
  }
  expect(findKept(cache, 5_000)).toHaveLength(1_000);
});

test('keeps no more text than it may, and nothing that alone is more', () => {
  const cache = new SnapshotCache({ maxSize: 10 });
  cache.set(0, toCached(1, 4));
  cache.set(1, toCached(1, 4));
  cache.set(0, toCached(2, 6));
  expect(findKept(cache, 2)).toEqual([0, 1]);
  cache.set(2, toCached(1, 4));
  expect(findKept(cache, 3)).toEqual([0, 2]);
  cache.set(3, toCached(1, 11));
  expect(findKept(cache, 4)).toEqual([]);
});

test('keeps the newer of two snapshots of a task', () => {
  const cache = new SnapshotCache();
  const newer = toCached(5);
  cache.set(0, newer);
  cache.set(0, toCached(4));
  expect(cache.get(0)).toBe(newer);
});
