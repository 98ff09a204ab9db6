import { describe, expect, test } from 'vitest';
import { foldEvents } from '../engine/fold-events.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { TaskWatcher } from '../engine/task-watcher.ts';
import { subscribe } from '../subscribe.ts';
import { type EngineUnderTest, openEngine, openEngines, toWays } from './engine-storage.ts';
import {
  createLeased,
  getTask,
  pieceEvent,
  PATIENCE,
  range,
  readLog,
  RICH_DATA,
  SCOPE,
  statusEvent,
  LONG_CLAIM,
  newTask,
} from './samples.ts';

/**
 * Declares the tests of an engine's `read` of a task's log, alone and after a snapshot from `get`.
 */
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

    test.for(toWays(subject))(
      'continues a snapshot without gap or repetition for 10 late joiners',
      async (way) => {
        const { engine, other } = await openEngines(way);
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
      },
    );
  });
}

interface Joined {
  /** The snapshot that a subscriber got first, folded with all events that came after it. */
  readonly folded: unknown;
  readonly tail: readonly unknown[];
}

async function join(engine: TaskEngine, taskId: string): Promise<Joined> {
  const watcher = new TaskWatcher(engine);
  const tail: unknown[] = [];
  let folded: unknown;
  try {
    let snapshot = await getTask(engine, { scope: SCOPE, taskId });
    const following = { scope: SCOPE, taskId, watcher, after: snapshot.seq, pollMs: 20 };
    for await (const item of subscribe(engine, following)) {
      if (item.kind === 'event') {
        tail.push(item.entry);
        snapshot = foldEvents(snapshot, [item.entry]);
      }
    }
    folded = snapshot;
  } finally {
    watcher.close();
  }
  return { folded, tail };
}

/**
 * Declares the tests of memo events, the results of steps that a handler keeps in its task's log.
 */
export function describeMemos(subject: EngineUnderTest): void {
  describe('memos', () => {
    test.for(toWays(subject))(
      'are read in order, with their values, and stand by position in the snapshot',
      async (way) => {
        const { engine, other } = await openEngines(way);
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
      },
    );

    test.for(toWays(subject))(
      'may skip a position, and come late to one; the last of a position counts',
      async (way) => {
        const { engine, other } = await openEngines(way);
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
      },
    );
  });
}

/** Declares the tests of an engine's `watch`, which hints at tasks that have changed. */
export function describeWatch(subject: EngineUnderTest): void {
  describe('watch()', () => {
    test.for(toWays(subject))(
      'hints sooner or later at every change, on every instance',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const hints: string[][] = [[], []];
        const stops = [engine, other].map((instance, index) =>
          instance.watch((taskId) => hints[index]?.push(taskId)),
        );
        const lease = await createLeased(engine);
        const { taskId } = lease;
        const reply = { expectedSeq: 4, events: [statusEvent('working')] };
        const changes: readonly (() => Promise<unknown>)[] = [
          () => engine.append(lease, [statusEvent('working')]),
          () => engine.append(lease, [pieceEvent('a', 'x')]),
          () => engine.append(lease, [statusEvent('input-required')]),
          () => engine.reply(SCOPE, taskId, { reply, claim: LONG_CLAIM }),
          () => engine.cancel(SCOPE, taskId),
          () => engine.release([{ ...lease, epoch: 2 }]),
          () => engine.cancel(SCOPE, taskId),
        ];
        await expect.poll(() => isHeard(hints, taskId), PATIENCE).toBe(true);
        for (const change of changes) {
          hints.splice(0, 2, [], []);
          await change();
          await expect.poll(() => isHeard(hints, taskId), PATIENCE).toBe(true);
        }
        for (const stop of stops) {
          stop();
        }
      },
    );

    test('tells runners of a task that a reply left to whoever claims it', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.append(lease, [statusEvent('input-required')]);
      const hints: string[] = [];
      const stop = engine.watch((taskId) => hints.push(taskId));
      const reply = { expectedSeq: 2, events: [statusEvent('working')] };
      await engine.reply(SCOPE, lease.taskId, { reply });
      await expect.poll(() => hints, PATIENCE).toContain('*');
      stop();
    });

    test('lets a listener use the engine', async () => {
      const { engine } = await openEngine(subject);
      const seen: Promise<number>[] = [];
      const lease = await createLeased(engine);
      const stop = engine.watch(() => {
        seen.push(getTask(engine, lease).then(({ seq }) => seq));
      });
      await engine.append(lease, [statusEvent('working')]);
      await expect.poll(() => Promise.all(seen), PATIENCE).toContain(2);
      stop();
    });

    test('is silent for those who stopped, and goes on for the others', async () => {
      const { engine } = await openEngine(subject);
      let calls = 0;
      function count(): void {
        calls += 1;
      }
      const stops = range(3).map(() => engine.watch(count));
      const heard: string[] = [];
      const stopHearing = engine.watch((taskId) => heard.push(taskId));
      for (const stop of [...stops, ...stops]) {
        stop();
      }
      const { taskId } = await engine.create(newTask());
      await expect.poll(() => isHeard([heard], taskId), PATIENCE).toBe(true);
      expect(calls).toBe(0);
      stopHearing();
    });
  });
}

/** Returns true if each watcher got a hint with the id of the task, or with `*` for all tasks. */
function isHeard(hints: readonly (readonly string[])[], taskId: string): boolean {
  return hints.every((heard) => heard.some((hint) => hint === taskId || hint === '*'));
}
