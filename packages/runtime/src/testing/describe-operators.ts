import { describe, expect, test } from 'vitest';
import type { AllTasksQuery } from '../engine/task-engine.ts';
import type { Scope } from '../scope.ts';
import { type EngineUnderTest, openEngine, openEngines, toWays } from './engine-storage.ts';
import {
  keyOf,
  createLeased,
  getTask,
  need,
  pieceEvent,
  range,
  SCOPE,
  statusEvent,
  LONG_CLAIM,
  PAST_SHORT,
  SHORT_CLAIM,
  newTask,
} from './samples.ts';

const LATER = '2999-01-01T00:00:00Z';

/**
 * Declares the tests of what operators ask an engine: `countStates`, `countBytes`,
 * `findLongestQueued`, `findScope` and `listWaiting`.
 */
export function describeOperators(subject: EngineUnderTest): void {
  describe('countStates()', () => {
    test.for(toWays(subject))(
      'counts the tasks of all scopes, also those of another instance',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const count = async () =>
          Object.fromEntries(
            Object.entries(await other.countStates()).filter(([, value]) => value !== 0),
          );
        expect(await count()).toEqual({});
        const first = await createLeased(engine);
        const second = await createLeased(engine, { scope: 'user:bob' as Scope });
        await engine.create(newTask());
        const { submitted = 0, working = 0, ...rest } = await count();
        expect([submitted + working, rest]).toEqual([3, {}]);
        await engine.append(first, [statusEvent('completed')]);
        await engine.append(second, [statusEvent('input-required')]);
        expect(await count()).toMatchObject({ completed: 1, 'input-required': 1 });
        const third = await createLeased(engine);
        await engine.append(third, [statusEvent('failed')]);
        expect(await count()).toMatchObject({ completed: 1, failed: 1 });
        await engine.delete(SCOPE, third.taskId);
        expect(await count()).not.toHaveProperty('failed');
        await engine.prune({ keepFinished: 0 });
        expect(await count()).not.toHaveProperty('completed');
      },
    );
  });

  describe('countBytes()', () => {
    test.for(toWays(subject))(
      'counts what each scope has, and what is forgotten no longer',
      async (way) => {
        const { engine, other } = await openEngines(way);
        expect(await engine.countBytes(SCOPE)).toBe(0);
        const ada = await createLeased(engine);
        const started = await other.countBytes(SCOPE);
        expect(started).toBeGreaterThan(0);
        await engine.append(ada, [pieceEvent('a', 'x'.repeat(50_000))]);
        const grown = await other.countBytes(SCOPE);
        expect(grown - started).toBeGreaterThan(50_000);
        expect(grown - started).toBeLessThan(51_000);
        const bob = await createLeased(engine, { scope: 'user:bob' as Scope });
        const ofBob = await other.countBytes(bob.scope);
        expect(await other.countBytes(SCOPE)).toBe(grown);
        const second = await createLeased(engine);
        const ofSecond = (await other.countBytes(SCOPE)) - grown;
        await engine.append(ada, [statusEvent('completed')]);
        await engine.prune({ keepFinished: 0 });
        expect(await other.countBytes(SCOPE)).toBe(ofSecond);
        await engine.delete(SCOPE, second.taskId);
        expect(await other.countBytes(SCOPE)).toBe(0);
        expect(await other.countBytes(bob.scope)).toBe(ofBob);
      },
    );

    test.for(toWays(subject))(
      'counts many small events at the latest when their task changes its state',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createLeased(engine);
        const before = await engine.countBytes(SCOPE);
        for (let n = 0; n < 100; n += 1)
          await engine.append(lease, [pieceEvent('a', 'x'.repeat(500))]);
        await engine.append(lease, [pieceEvent('b', 'x'.repeat(20_000))]);
        await engine.append(lease, [pieceEvent('a', 'x'.repeat(500))]);
        await engine.append(lease, [statusEvent('completed')]);
        const grown = (await other.countBytes(SCOPE)) - before;
        expect(grown).toBeGreaterThan(70_500);
        expect(grown).toBeLessThan(100_000);
        const running = await createLeased(engine);
        await engine.append(running, [pieceEvent('a', 'few')]);
        for (const { taskId } of [lease, running]) await other.delete(SCOPE, taskId);
        expect(await other.countBytes(SCOPE)).toBe(0);
      },
    );

    test('counts nothing of what was refused, and a message that is sent again once', async () => {
      const { engine } = await openEngine(subject);
      const task = { idempotencyKey: keyOf('key') };
      const lease = await createLeased(engine, task);
      const before = await engine.countBytes(SCOPE);
      expect(await engine.create(newTask(task))).toMatchObject({ created: false });
      const stale = { ...lease, epoch: lease.epoch + 1 };
      const late = engine.append(stale, [pieceEvent('a', 'x')]);
      await expect(late).rejects.toMatchObject({ code: 'LEASE_LOST' });
      expect(await engine.countBytes(SCOPE)).toBe(before);
    });
  });

  describe('findLongestQueued()', () => {
    test.for(toWays(subject))(
      'finds who has waited longest for a runner, and how long',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        expect(await other.findLongestQueued()).toBeUndefined();
        const leased = await createLeased(engine, {}, SHORT_CLAIM);
        const resting = await createLeased(engine);
        await engine.release([resting], { retryAfterMs: 60_000 });
        expect(await other.findLongestQueued()).toBeUndefined();
        const invocation = {
          kind: 'text',
          text: '',
          skillId: 's',
          acceptedOutputModes: [],
        } as const;
        const { taskId } = await engine.create(newTask({ scope: 'user:bob' as Scope, invocation }));
        await advance(PAST_SHORT);
        await engine.create(newTask());
        const found = await other.findLongestQueued();
        expect(found).toMatchObject({ taskId, scope: 'user:bob', skillId: 's' });
        expect(found?.waitedMs).toBeGreaterThanOrEqual(PAST_SHORT - 1);
        await engine.delete('user:bob' as Scope, taskId);
        // Its lease was not renewed, so it waits since the end of that.
        const next = await other.findLongestQueued();
        expect(next).toMatchObject({ taskId: leased.taskId });
        expect(next?.waitedMs).toBeLessThan(need(found).waitedMs);
      },
    );
  });

  describe('findScope()', () => {
    test.for(toWays(subject))('tells whose task it is, in whatever scope', async (way) => {
      const { engine, other } = await openEngines(way);
      for (const scope of ['', 'user:bob', 'user:zoë'] as Scope[]) {
        const { taskId } = await createLeased(engine, { scope });
        expect(await other.findScope(taskId)).toBe(scope);
      }
    });

    test('knows nothing of a task that is not there, or no longer', async () => {
      const { engine } = await openEngine(subject);
      expect(await engine.findScope('absent')).toBeUndefined();
      const { scope, taskId } = await createLeased(engine);
      await engine.delete(scope, taskId);
      expect(await engine.findScope(taskId)).toBeUndefined();
    });
  });

  describe('listWaiting()', () => {
    test.for(toWays(subject))(
      'finds interrupted tasks of every scope, the longest waiting first',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const states = ['input-required', 'working', 'auth-required', 'completed'] as const;
        const leases = [];
        for (const [index, state] of states.entries()) {
          const lease = await createLeased(engine, {
            scope: `user:${index}` as Scope,
            contextId: `c${index}`,
          });
          await engine.append(lease, [statusEvent('working'), statusEvent(state, 'Well?')]);
          leases.push(lease);
          await advance(2);
        }
        await createLeased(engine);
        expect(await other.listWaiting({ before: LATER, limit: 10 })).toEqual([
          { taskId: need(leases[0]).taskId, scope: 'user:0', contextId: 'c0', seq: 3 },
          { taskId: need(leases[2]).taskId, scope: 'user:2', contextId: 'c2', seq: 3 },
        ]);
      },
    );

    test('takes those only that began to wait before the time, and at most the limit', async () => {
      const { engine, advance } = await openEngine(subject);
      const leases = [];
      for (const _ of range(3)) {
        const lease = await createLeased(engine);
        await engine.append(lease, [statusEvent('input-required')]);
        leases.push(lease);
        await advance(2);
      }
      const { statusTimestamp } = await getTask(engine, need(leases[2]));
      const found = await engine.listWaiting({ before: statusTimestamp, limit: 10 });
      expect(found.map(({ taskId }) => taskId)).toEqual(
        leases.slice(0, 2).map(({ taskId }) => taskId),
      );
      const first = await engine.listWaiting({ before: LATER, limit: 1 });
      expect(first.map(({ taskId }) => taskId)).toEqual([need(leases[0]).taskId]);
      expect(await engine.listWaiting({ before: LATER, limit: 0 })).toEqual([]);
    });

    test.for(toWays(subject))(
      'a reply to what it found ends the task, and no other reply after it counts',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createLeased(engine);
        await engine.append(lease, [statusEvent('input-required')]);
        const [found] = await engine.listWaiting({ before: LATER, limit: 1 });
        const { scope, taskId, seq } = need(found);
        const end = { expectedSeq: seq, events: [statusEvent('failed', 'Nobody answered.')] };
        const outcomes = await Promise.all([
          engine.reply(scope, taskId, { reply: end }),
          other.reply(scope, taskId, { reply: end }),
        ]);
        expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'stale']);
        expect(await engine.listWaiting({ before: LATER, limit: 1 })).toEqual([]);
      },
    );

    test('refuses a time that cannot be read', async () => {
      const { engine } = await openEngine(subject);
      const asking = engine.listWaiting({ before: 'yesterday', limit: 1 });
      await expect(asking).rejects.toBeInstanceOf(RangeError);
    });
  });
}

/**
 * Declares the tests of an engine's `listAll` and `wake`, which operators use on tasks of every
 * scope.
 */
export function describeOversight(subject: EngineUnderTest): void {
  describe('listAll()', () => {
    test.for(toWays(subject))(
      'tells where the tasks of every scope stand, newest status first',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const bob = 'user:bob' as Scope;
        const invocation = {
          kind: 'text',
          text: 'x',
          skillId: 'löwe',
          acceptedOutputModes: [],
        } as const;
        const held = await createLeased(engine, { scope: bob, contextId: 'c', invocation });
        await advance(2);
        const asking = await createLeased(engine);
        await engine.append(asking, [pieceEvent('a', 'x'), statusEvent('input-required')]);
        await advance(2);
        const resting = await createLeased(engine);
        await engine.release([resting], { retryAfterMs: 60_000 });
        await engine.cancel(bob, held.taskId);
        const { tasks, nextPageToken } = await other.listAll({ pageSize: 10 });
        expect(nextPageToken).toBeUndefined();
        const [first, second, third] = tasks;
        const plain = { scope: SCOPE, contextId: 'context', cancelRequested: false, attempts: 1 };
        expect(first).toMatchObject({
          ...plain,
          taskId: resting.taskId,
          state: 'submitted',
          seq: 1,
        });
        expect(second).toEqual({
          ...plain,
          taskId: asking.taskId,
          state: 'input-required',
          statusTimestamp: (await getTask(engine, asking)).statusTimestamp,
          seq: 3,
        });
        expect(third).toMatchObject({
          taskId: held.taskId,
          scope: bob,
          contextId: 'c',
          skillId: 'löwe',
          attempts: 1,
          cancelRequested: true,
        });
        const [now, until] = [need(first).statusTimestamp, need(first).restsUntil].map(toTime);
        expect(need(until) - need(now)).toBeGreaterThanOrEqual(60_000);
        expect(toTime(need(third).leasedUntil)).toBeGreaterThan(need(now));
        expect(first).not.toHaveProperty('leasedUntil');
        expect(third).not.toHaveProperty('restsUntil');
      },
    );

    test('selects by each filter, and by all of them', async () => {
      const { engine, advance } = await openEngine(subject);
      const leases = [];
      for (const [scope, contextId, skillId] of [
        ['a', 'x', 's'],
        ['a', 'y', 't'],
        ['b', 'x', 's'],
      ] as const) {
        const invocation = { kind: 'text', text: '', skillId, acceptedOutputModes: [] } as const;
        leases.push(await createLeased(engine, { scope: scope as Scope, contextId, invocation }));
        await advance(2);
      }
      const [first, second, third] = leases.map(({ taskId }) => taskId);
      await engine.append(need(leases[1]), [statusEvent('failed')]);
      const find = async (query: Omit<AllTasksQuery, 'pageSize'>) => {
        const { tasks } = await engine.listAll({ ...query, pageSize: 100 });
        return tasks.map(({ taskId }) => taskId);
      };
      expect(await find({ scope: 'a' as Scope })).toEqual([second, first]);
      expect(await find({ contextId: 'x' })).toEqual([third, first]);
      expect(await find({ skillId: 's' })).toEqual([third, first]);
      expect(await find({ state: 'failed' })).toEqual([second]);
      expect(await find({ taskId: need(first) })).toEqual([first]);
      const { statusTimestamp } = await getTask(engine, need(leases[2]));
      expect(await find({ statusTimestampBefore: statusTimestamp })).toEqual([first]);
      const both = { scope: 'a' as Scope, contextId: 'x', skillId: 's' };
      expect(await find({ ...both, statusTimestampBefore: LATER })).toEqual([first]);
      expect(await find({ ...both, state: 'failed' })).toEqual([]);
      expect(await find({ scope: '' as Scope })).toEqual([]);
    });

    test.for(toWays(subject))(
      'goes through all of them page by page, and takes no other token',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const ids = [];
        for (const index of range(5)) {
          ids.unshift((await createLeased(engine, { scope: `user:${index}` as Scope })).taskId);
          await advance(2);
        }
        const seen: string[] = [];
        let pageToken: string | undefined;
        do {
          const page = await other.listAll({ pageSize: 2, ...(pageToken && { pageToken }) });
          seen.push(...page.tasks.map(({ taskId }) => taskId));
          pageToken = page.nextPageToken;
        } while (pageToken !== undefined);
        expect(seen).toEqual(ids);
        const { nextPageToken = '' } = await engine.listAll({ pageSize: 1 });
        for (const query of [
          { pageToken: 'x' },
          { pageToken: nextPageToken, contextId: 'c' },
          { pageToken: nextPageToken, scope: SCOPE },
        ]) {
          const listing = engine.listAll({ ...query, pageSize: 1 });
          await expect(listing).rejects.toMatchObject({ code: 'PAGE_TOKEN_INVALID' });
        }
        const notTimes = ['x', ''].map((time) => ({ pageSize: 1, statusTimestampBefore: time }));
        for (const query of [{ pageSize: 0 }, ...notTimes]) {
          await expect(engine.listAll(query)).rejects.toBeInstanceOf(RangeError);
        }
      },
    );
  });

  describe('wake()', () => {
    test.for(toWays(subject))(
      'lets a task that rests be claimed at once, with the next attempt',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createLeased(engine);
        await engine.release([lease], { retryAfterMs: 60_000 });
        expect(await other.claim(LONG_CLAIM, 1)).toEqual([]);
        const heard: string[] = [];
        const stop = other.watch((hint) => heard.push(hint));
        expect(await other.wake(SCOPE, lease.taskId)).toBe(true);
        expect(heard).toContain('*');
        stop();
        const [next] = await engine.claim(LONG_CLAIM, 1);
        expect(next).toMatchObject({ taskId: lease.taskId, attempt: 2, epoch: 2 });
        expect(await engine.append(need(next), [statusEvent('completed')])).toBe(2);
      },
    );

    test('does nothing to others: leased, waiting, ended, and those of another scope', async () => {
      const { engine } = await openEngine(subject);
      const leased = await createLeased(engine);
      expect(await engine.wake(SCOPE, leased.taskId)).toBe(false);
      expect(await engine.claim(LONG_CLAIM, 1)).toEqual([]);
      await engine.release([leased], { retryAfterMs: 60_000 });
      expect(await engine.wake('user:bob' as Scope, leased.taskId)).toBe(false);
      await engine.cancel(SCOPE, leased.taskId);
      expect(await engine.wake(SCOPE, leased.taskId)).toBe(false);
      const { taskId } = await engine.create(newTask());
      expect(await engine.wake(SCOPE, taskId)).toBe(false);
      expect(await engine.wake(SCOPE, 'absent')).toBe(false);
    });
  });
}

function toTime(timestamp: string | undefined): number {
  return Date.parse(need(timestamp));
}
