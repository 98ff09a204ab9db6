import { describe, expect, test } from 'vitest';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { openEngine, type EngineUnderTest } from './engine-storage.ts';
import { RICH_DATA } from './rich-samples.ts';
import { createLeased, getTask, range, readLog, statusEvent } from './samples.ts';

/** Tests of memo events. */
export function describeMemos(subject: EngineUnderTest): void {
  describe('memos', () => {
    test('are read in order, with their values, and stand by position in the snapshot', async () => {
      const { engine, other } = await openEngine(subject);
      const lease = await createLeased(engine);
      const before = await getTask(engine, lease);
      const values = [RICH_DATA, null, 'text', 0, false, [], [null]];
      const memos = range(values.length).map((position): NewTaskEvent => ({
        kind: 'memo',
        position,
        key: `step ${position}`,
        value: values[position],
      }));
      expect(await engine.append(lease, memos.slice(0, 3))).toBe(4);
      expect(await other.append(lease, memos.slice(3))).toBe(8);
      expect(await getTask(other, lease)).toEqual({ ...before, seq: 8, memos });
      const log = await readLog(other, lease);
      expect(log.slice(1).map(({ event }) => event)).toEqual(memos);
      expect(await engine.append(lease, [statusEvent('completed')])).toBe(9);
    });

    test('may skip a position, and come late to one; the last of a position counts', async () => {
      const { engine, other } = await openEngine(subject);
      const lease = await createLeased(engine);
      function memo(position: number, value: string): NewTaskEvent {
        return { kind: 'memo', position, key: 'step', value };
      }
      await engine.append(lease, [memo(2, 'c')]);
      const { memos: early = [] } = await getTask(other, lease);
      expect(early.map((found) => found?.value)).toEqual([undefined, undefined, 'c']);
      await other.append(lease, [memo(0, 'a'), memo(2, 'd')]);
      const { memos = [] } = await getTask(engine, lease);
      expect(range(3).map((position) => memos[position]?.value)).toEqual(['a', undefined, 'd']);
      expect(early).toHaveLength(3);
      expect(early[2]?.value).toBe('c');
    });
  });
}
