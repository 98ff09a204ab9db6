import { expect, test } from 'vitest';
import { Memos } from '../runner/steps.ts';
import { newTask, range } from '../testing/samples.ts';
import { createBlankSnapshot, foldEvents } from './fold-events.ts';
import type { NewTaskEvent } from './task-event.ts';
import type { TaskSnapshot } from './task-snapshot.ts';

/** A number of memos that is large enough for columns to be kept with the snapshot. */
const MANY = 100;

const BLANK = createBlankSnapshot(newTask(), '2026-01-01T00:00:00.000Z');

/** Returns a snapshot to which the value of a step was added, at the next position or the given. */
function remember(snapshot: TaskSnapshot, value: unknown, position?: number): TaskSnapshot {
  const place = position ?? snapshot.memos?.length ?? 0;
  const event: NewTaskEvent = { kind: 'memo', position: place, key: `step:${place}`, value };
  return foldEvents(snapshot, [
    { seq: snapshot.seq + 1, timestamp: snapshot.statusTimestamp, event },
  ]);
}

/** Returns what a handler gets from all positions of a snapshot, and one more. */
function recall(snapshot: TaskSnapshot): readonly unknown[] {
  const memos = new Memos(snapshot);
  return range((snapshot.memos?.length ?? 0) + 1).map((position) => {
    const recalled = memos.next(`step:${position}`);
    return recalled.kind === 'memo' ? recalled.value : 'new';
  });
}

const long = range(MANY).reduce((snapshot) => remember(snapshot, snapshot.seq), BLANK);

test('memos that were added one by one are those of one read', () => {
  const again = range(MANY).map((seq) => ({
    seq: seq + 1,
    timestamp: BLANK.createdAt,
    event: { kind: 'memo', position: seq, key: `step:${seq}`, value: seq } as const,
  }));
  expect(recall(long)).toEqual([...range(MANY), 'new']);
  expect(recall(foldEvents(BLANK, again))).toEqual(recall(long));
});

test('a later memo is not seen in an earlier snapshot', () => {
  const later = remember(remember(long, 'a'), 'b');
  expect(recall(long)).toEqual([...range(MANY), 'new']);
  expect(recall(later)).toEqual([...range(MANY), 'a', 'b', 'new']);
});

test('two snapshots that continue the same one differ', () => {
  const [left, right] = [remember(long, 'left'), remember(long, 'right')];
  expect(recall(remember(left, 'more'))).toEqual([...range(MANY), 'left', 'more', 'new']);
  expect(recall(right)).toEqual([...range(MANY), 'right', 'new']);
});

test('a memo at an earlier position replaces it only in the later snapshot', () => {
  const replaced = remember(long, 'other', 3);
  expect(recall(replaced)[3]).toBe('other');
  expect(recall(long)[3]).toBe(3);
});

test('positions without a memo stay new', () => {
  const apart = remember(long, 'far', MANY + 2);
  expect(recall(apart).slice(MANY)).toEqual(['new', 'new', 'far', 'new']);
  expect(recall(remember(apart, 'near', MANY)).slice(MANY)).toEqual(['near', 'new', 'far', 'new']);
});
