import { describe, expect, test } from 'vitest';
import type { Lease, WorkRequest } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { type EngineUnderTest, openEngine, openEngines, toWays } from './engine-storage.ts';
import { createLeased, LONG_CLAIM, need, newTask, PAST_SHORT, SHORT_CLAIM } from './samples.ts';

const NONE: WorkRequest = { ...LONG_CLAIM, suspects: 'none' };
const ONLY: WorkRequest = { ...LONG_CLAIM, suspects: 'only' };

function step(position: number): NewTaskEvent {
  return { kind: 'memo', position, key: `step:${position}`, value: position };
}

/** Claims a task until it has been claimed `times` times, each time until the lease runs out. */
async function crash(
  engine: TaskEngine,
  {
    times,
    advance,
    fields = {},
  }: {
    readonly times: number;
    readonly advance: (milliseconds: number) => Promise<void>;
    readonly fields?: Parameters<typeof newTask>[0];
  },
): Promise<Lease> {
  let lease = await createLeased(engine, fields, SHORT_CLAIM);
  await advance(PAST_SHORT);
  for (let claimed = 1; claimed < times; claimed += 1) {
    const request = { ...SHORT_CLAIM, taskIds: [lease.taskId] };
    lease = need((await engine.claim(request, 1))[0]);
    await advance(PAST_SHORT);
  }
  return lease;
}

/**
 * Declares the tests of what a crash costs: which tasks a claim takes for suspects, and what begins
 * the count of attempts anew.
 */
export function describeSuspects(subject: EngineUnderTest): void {
  describe('claim() with suspects', () => {
    test.for(toWays(subject))(
      'tells tasks that lost two leases without a result from all others',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const once = await crash(engine, { times: 1, advance });
        const twice = await crash(engine, { times: 2, advance });
        const { taskId: waiting } = await engine.create(newTask());
        const others = await other.claim(NONE, 10);
        expect(new Set(others.map(({ taskId }) => taskId))).toEqual(
          new Set([once.taskId, waiting]),
        );
        expect(await engine.claim(NONE, 10)).toEqual([]);
        expect(await other.claim(ONLY, 10)).toEqual([{ ...twice, epoch: 3, attempt: 3 }]);
        expect(await engine.claim(ONLY, 10)).toEqual([]);
      },
    );

    test('gives the one with the most attempts first, and no more than asked for', async () => {
      const { engine, advance } = await openEngine(subject);
      const two = await crash(engine, { times: 2, advance });
      const four = await crash(engine, { times: 4, advance });
      const three = await crash(engine, { times: 3, advance });
      expect(await engine.claim(ONLY, 0)).toEqual([]);
      expect(await engine.claim(ONLY, 1)).toMatchObject([{ taskId: four.taskId, attempt: 5 }]);
      expect(await engine.claim(ONLY, 10)).toMatchObject([
        { taskId: three.taskId, attempt: 4 },
        { taskId: two.taskId, attempt: 3 },
      ]);
    });

    test('gives the one with the most attempts first among named tasks, too', async () => {
      const { engine, advance } = await openEngine(subject);
      const two = await crash(engine, { times: 2, advance });
      const three = await crash(engine, { times: 3, advance });
      const request = { ...ONLY, taskIds: [two.taskId, three.taskId] };
      expect(await engine.claim(request, 1)).toMatchObject([{ taskId: three.taskId }]);
      expect(await engine.claim(request, 2)).toMatchObject([{ taskId: two.taskId }]);
    });

    test('does not take a task for a suspect that was given back, or rested', async () => {
      const { engine, advance } = await openEngine(subject);
      const lost = await crash(engine, { times: 2, advance });
      const [given] = await engine.claim(ONLY, 1);
      await engine.release([need(given)]);
      expect(await engine.claim(ONLY, 1)).toEqual([]);
      const [taken] = await engine.claim(NONE, 1);
      expect(taken).toMatchObject({ taskId: lost.taskId, attempt: 3 });
      await engine.release([need(taken)], { retryAfterMs: 10 });
      await advance(20);
      expect(await engine.claim(ONLY, 1)).toEqual([]);
      expect(await engine.claim(NONE, 1)).toMatchObject([{ taskId: lost.taskId, attempt: 4 }]);
    });

    test.for(toWays(subject))(
      'takes a task for a suspect still that was claimed as one, and did not begin',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const { taskId } = await crash(engine, { times: 2, advance });
        const [given] = await engine.claim(ONLY, 1);
        await engine.release([need(given)], { runOut: true });
        expect(await other.claim(NONE, 1)).toEqual([]);
        expect(await other.claim(ONLY, 1)).toMatchObject([{ taskId, attempt: 3, epoch: 4 }]);
      },
    );

    test('takes no task for a suspect that lost one lease and failed otherwise', async () => {
      const { engine, advance } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.release([lease], { retryAfterMs: 0 });
      const second = need((await engine.claim(LONG_CLAIM, 1))[0]);
      expect(second).toEqual({ ...lease, epoch: 2, attempt: 2, failures: 1 });
      await engine.release([second], { retryAfterMs: 0 });
      await engine.claim(SHORT_CLAIM, 1);
      await advance(PAST_SHORT);
      expect(await engine.claim(ONLY, 1)).toEqual([]);
      const fourth = { ...lease, epoch: 4, attempt: 4, failures: 2 };
      expect(await engine.claim({ ...SHORT_CLAIM, suspects: 'none' }, 1)).toEqual([fourth]);
      await advance(PAST_SHORT);
      expect(await engine.claim(ONLY, 1)).toMatchObject([{ epoch: 5, attempt: 5, failures: 2 }]);
      const { tasks } = await engine.listAll({ taskId: lease.taskId, pageSize: 1 });
      expect(tasks).toMatchObject([{ attempts: 5 }]);
    });

    test('goes with limits of skills, and with names of tasks', async () => {
      const { engine, advance } = await openEngine(subject);
      const fields = {
        invocation: { kind: 'text', skillId: 'a', text: '', acceptedOutputModes: [] },
      } as const;
      const lost = await crash(engine, { times: 2, advance, fields });
      const taskIds = [lost.taskId];
      const full = new Map([['a', 0]]);
      const free = new Map([['a', 1]]);
      expect(await engine.claim({ ...ONLY, skillLimits: full }, 5)).toEqual([]);
      expect(await engine.claim({ ...NONE, skillLimits: free }, 5)).toEqual([]);
      expect(await engine.claim({ ...NONE, taskIds }, 5)).toEqual([]);
      expect(await engine.claim({ ...ONLY, skillLimits: free }, 5)).toMatchObject([{ attempt: 3 }]);
      const { taskId } = await engine.create(newTask());
      expect(await engine.claim({ ...ONLY, taskIds: [taskId] }, 5)).toEqual([]);
    });
  });

  test.for(toWays(subject))(
    'a stored step begins the count of attempts anew, and other events do not',
    async (way) => {
      const { engine, other, advance } = await openEngines(way);
      const { taskId } = await crash(engine, { times: 3, advance });
      const fourth = need((await engine.claim(SHORT_CLAIM, 1))[0]);
      expect(fourth.attempt).toBe(4);
      await engine.append(fourth, [{ kind: 'status', state: 'working' }]);
      await advance(PAST_SHORT);
      const fifth = need((await engine.claim(SHORT_CLAIM, 1))[0]);
      expect(fifth.attempt).toBe(5);
      await other.append(fifth, [step(0), { kind: 'status', state: 'working' }]);
      await advance(PAST_SHORT);
      expect(await engine.claim({ ...SHORT_CLAIM, suspects: 'only' }, 1)).toEqual([]);
      const next = need((await engine.claim({ ...SHORT_CLAIM, suspects: 'none' }, 1))[0]);
      expect(next).toMatchObject({ taskId, epoch: 6, attempt: 2 });
      await engine.append(next, [step(1)]);
      await engine.append(next, [step(2)]);
      await engine.release([next], { retryAfterMs: 0 });
      const failed = need((await engine.claim(LONG_CLAIM, 1))[0]);
      expect(failed).toMatchObject({ epoch: 7, attempt: 2, failures: 1 });
      await engine.append(failed, [step(3)]);
      await engine.release([failed]);
      const fresh = need((await engine.claim(LONG_CLAIM, 1))[0]);
      expect(fresh).toMatchObject({ epoch: 8, attempt: 1 });
      expect(fresh.failures).toBeUndefined();
    },
  );
}
