import { afterEach, expect, test, vi } from 'vitest';
import { PlaceSet } from './flat-program.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const SIZE = 10_000;

test.each([
  ['no places', []],
  ['few places of many', [9999, 31, 32, 0]],
  ['hundreds of places', Array.from({ length: 700 }, (_, at) => (at * 7919) % SIZE)],
  ['all places', Array.from({ length: SIZE }, (_, at) => SIZE - 1 - at)],
])('takes %s out in ascending order', (_, places) => {
  const set = new PlaceSet(SIZE);
  for (const round of [places, places.slice(1), places]) {
    expect(round.filter((place) => set.add(place))).toEqual(round);
    expect(round.filter((place) => set.add(place))).toEqual([]);
    expect([...set.take()]).toEqual(round.toSorted((one, other) => one - other));
  }
});

test('hundreds of places are not sorted, because steps pay for no sort', () => {
  const sort = vi.spyOn(Int32Array.prototype, 'toSorted');
  const set = new PlaceSet(600);
  for (let at = 0; at < 150; at += 1) set.add(at * 4);
  expect(set.take()).toHaveLength(150);
  expect(sort).not.toHaveBeenCalled();
});
