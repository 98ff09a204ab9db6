import { describe, expect, test } from 'vitest';
import { openEngine, type EngineUnderTest } from './engine-storage.ts';
import {
  LONG_CLAIM,
  SCOPE,
  createLeased,
  getTask,
  newTask,
  pieceEvent,
  range,
  statusEvent,
} from './samples.ts';

const PATIENCE = { timeout: 5000, interval: 5 };

/** Tests of `watch`. */
export function describeWatch(subject: EngineUnderTest): void {
  describe('watch()', () => {
    test('hints sooner or later at every change, on every instance', async () => {
      const { engine, other } = await openEngine(subject);
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
    });

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

/** True when each of the listeners was told of the task. */
function isHeard(hints: readonly (readonly string[])[], taskId: string): boolean {
  return hints.every((heard) => heard.some((hint) => hint === taskId || hint === '*'));
}
