import { expect, test } from 'vitest';
import type { TaskEvent } from './engine/task-event.ts';
import { toNextPageSize } from './next-page-size.ts';
import { pieceEvent, range, statusEvent } from './testing/samples.ts';

function toPage(count: number, characters: number): readonly TaskEvent[] {
  const event = characters === 0 ? statusEvent('working') : pieceEvent('a', 'x'.repeat(characters));
  return range(count).map((index) => ({ seq: index + 1, timestamp: '', event }));
}

test('toNextPageSize() doubles pages of small events up to 99', () => {
  expect(toNextPageSize(8, toPage(8, 0))).toBe(16);
  expect(toNextPageSize(64, toPage(64, 100))).toBe(99);
  expect(toNextPageSize(8, [])).toBe(8);
});

test('toNextPageSize() reads big events a few at a time, and the biggest one by one', () => {
  expect(toNextPageSize(100, toPage(50, 50_000))).toBe(5);
  expect(toNextPageSize(8, toPage(8, 1_000_000))).toBe(1);
  expect(toNextPageSize(1, toPage(1, 1_000))).toBe(2);
});

test('toNextPageSize() counts what is deep in data, and bytes', () => {
  const [entry] = toPage(1, 0);
  const value = { list: [{ text: 'x'.repeat(100_000) }, new Uint8Array(100_000)] };
  const event = { kind: 'memo', position: 0, key: 'k', value } as const;
  expect(toNextPageSize(8, [{ seq: 1, timestamp: entry?.timestamp ?? '', event }])).toBe(1);
});
