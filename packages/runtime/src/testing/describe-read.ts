import { describe, expect, test } from 'vitest';
import { foldEvents } from '../engine/task-snapshot.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { createHintHub } from '../hint-hub.ts';
import { subscribe } from '../subscribe.ts';
import { openEngine, type EngineUnderTest } from './engine-storage.ts';
import {
  SCOPE,
  createLeased,
  getTask,
  pieceEvent,
  range,
  readLog,
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
