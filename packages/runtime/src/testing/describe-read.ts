import { describe, expect, test } from 'vitest';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { foldEvents } from '../engine/fold-events.ts';
import { createHintHub } from '../hint-hub.ts';
import { subscribe } from '../subscribe.ts';
import { type EngineUnderTest, openEngine } from './engine-storage.ts';
import {
  createLeased,
  getTask,
  pieceEvent,
  range,
  readLog,
  RICH_DATA,
  SCOPE,
  statusEvent,
} from './samples.ts';

/** Tests of `read`, alone and joined to `get`. */
export function describeRead(subject: EngineUnderTest): void {
  describe('read()', () => {
    test('gives the events after a position, as many as asked for, in order', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.append(
        lease,
        range(9).map((index) => pieceEvent('a', `${index}`)),
      );
      const { scope, taskId } = lease;
      async function readNumbers(after: number, limit?: number): Promise<readonly number[]> {
        const options = limit === undefined ? { after } : { after, limit };
        return (await engine.read(scope, taskId, options)).map(({ seq }) => seq);
      }

      expect(await readNumbers(0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(await readNumbers(0, 3)).toEqual([1, 2, 3]);
      expect(await readNumbers(3, 3)).toEqual([4, 5, 6]);
      expect(await readNumbers(8, 3)).toEqual([9, 10]);
      expect(await readNumbers(9, 1)).toEqual([10]);
      expect(await readNumbers(10)).toEqual([]);
      expect(await readNumbers(99)).toEqual([]);
      expect(await readNumbers(-1, 3)).toEqual([1, 2, 3]);
      expect(await readNumbers(-1, 0)).toEqual([]);
    });

    test('gives at most 500 events unless told otherwise', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.append(
        lease,
        range(600).map((index) => pieceEvent('a', `${index}`)),
      );
      const { scope, taskId } = lease;
      expect(await engine.read(scope, taskId, { after: 0 })).toHaveLength(500);
      expect(await engine.read(scope, taskId, { after: 500 })).toHaveLength(101);
      expect(await engine.read(scope, taskId, { after: 0, limit: 1000 })).toHaveLength(601);
    });

    test('gives nothing for a task that does not exist', async () => {
      const { engine } = await openEngine(subject);
      expect(await engine.read(SCOPE, crypto.randomUUID(), { after: 0 })).toEqual([]);
    });

    test('continues a snapshot without gap or repetition for 10 late joiners', async () => {
      const { engine, other } = await openEngine(subject);
      const lease = await createLeased(engine);
      const joiners: Promise<Joined>[] = [];
      for (const index of range(60)) {
        if (index % 6 === 0) {
          joiners.push(join(index % 12 === 0 ? engine : other, lease.taskId));
        }
        await engine.append(lease, [pieceEvent('a', `${index}`)]);
      }
      await engine.append(lease, [statusEvent('completed')]);

      const task = await getTask(engine, lease);
      const log = await readLog(engine, lease);
      expect(joiners).toHaveLength(10);
      for (const { folded, tail } of await Promise.all(joiners)) {
        expect(folded).toEqual(task);
        expect(tail).toEqual(log.slice(log.length - tail.length));
      }
    });
  });
}

interface Joined {
  /** The snapshot at the time of joining, and all events after it. */
  readonly folded: unknown;
  readonly tail: readonly unknown[];
}

async function join(engine: TaskEngine, taskId: string): Promise<Joined> {
  const hub = createHintHub(engine);
  const tail: unknown[] = [];
  let folded: unknown;
  try {
    let snapshot = await getTask(engine, { scope: SCOPE, taskId });
    const following = { scope: SCOPE, taskId, hub, after: snapshot.seq, pollMs: 20 };
    for await (const item of subscribe(engine, following)) {
      if (item.kind === 'event') {
        tail.push(item.entry);
        snapshot = foldEvents(snapshot, [item.entry]);
      }
    }
    folded = snapshot;
  } finally {
    hub.close();
  }
  return { folded, tail };
}

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
