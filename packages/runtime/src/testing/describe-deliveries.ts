import { describe, expect, test } from 'vitest';
import type { Delivery } from '../engine/push-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { Scope } from '../scope.ts';
import {
  crossWays,
  type EngineUnderTest,
  openEngine,
  openEngines,
  toWays,
} from './engine-storage.ts';
import {
  claimDelivery,
  createLeased,
  LONG_CLAIM,
  messageEvent,
  newTask,
  PAST_SHORT,
  pushConfig,
  range,
  SCOPE,
  SHORT_CLAIM,
  statusEvent,
} from './samples.ts';

const TTL = { ttlMs: 600_000 };

/**
 * Declares the tests of `claimDeliveries` and `settleDelivery`, by which webhook deliveries are
 * sent.
 */
export function describeDeliveries(subject: EngineUnderTest): void {
  describe('deliveries', () => {
    test.for(toWays(subject))(
      'are due from the creation of a task, and say where the receiver is',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const task = newTask({ push: pushConfig('a', { token: 'secret' }) });
        await engine.create(task);
        expect(await claimDelivery(other)).toMatchObject({
          taskId: task.id,
          scope: SCOPE,
          contextId: task.contextId,
          config: pushConfig('a', { token: 'secret' }),
          after: 0,
          failures: 0,
          failingForMs: 0,
        });
        expect(await engine.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
      },
    );

    test('of a config that came later begin with what comes after it', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.append(lease, [statusEvent('working')]);
      const change = { config: pushConfig('a'), maxConfigs: 1 };
      await engine.setPushConfig(SCOPE, lease.taskId, change);
      expect(await engine.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
      await engine.append(lease, [statusEvent('working')]);
      expect(await claimDelivery(engine)).toMatchObject({ after: 2 });
    });

    test.for(toWays(subject))(
      'are due after append(), cancel(), reply(), each in one transaction with it',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createLeased(engine, { push: pushConfig('a') });
        async function finish(): Promise<number> {
          const delivery = await claimDelivery(other);
          const seq = (await engine.read(SCOPE, lease.taskId, { after: 0 })).length;
          expect(await other.settleDelivery(delivery, { kind: 'finished', seq })).toBe(true);
          expect(await engine.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
          return delivery.after;
        }
        expect(await finish()).toBe(0);
        await engine.append(lease, [messageEvent('hello'), statusEvent('input-required')]);
        expect(await finish()).toBe(1);
        const reply = { expectedSeq: 3, events: [statusEvent('working')] };
        await engine.reply(SCOPE, lease.taskId, { reply });
        expect(await finish()).toBe(3);
        await engine.cancel(SCOPE, lease.taskId);
        expect(await finish()).toBe(4);
      },
    );

    test.for(toWays(subject))('go to one of many who claim at once', async (way) => {
      const { engine, other } = await openEngines(way);
      await Promise.all(
        range(5).map((index) => engine.create(newTask({ push: pushConfig(`${index}`) }))),
      );
      const claimed = await Promise.all(
        range(20).map((index) => (index % 2 === 0 ? engine : other).claimDeliveries(LONG_CLAIM, 2)),
      );
      const ids = claimed.flat().map(({ config }) => config.id);
      expect(ids.toSorted()).toEqual(['0', '1', '2', '3', '4']);
    });

    test('are claimed the longest due first, at most as many as asked for', async () => {
      const { engine, advance } = await openEngine(subject);
      for (const id of ['first', 'second', 'third']) {
        await engine.create(newTask({ push: pushConfig(id) }));
        await advance(2);
      }
      expect(await claimIds(engine, 0)).toEqual([]);
      expect(await claimIds(engine, 2)).toEqual(['first', 'second']);
      expect(await claimIds(engine, 2)).toEqual(['third']);
    });

    test('of the configs of one task are independent', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask({ push: pushConfig('a') }));
      const change = { config: pushConfig('b'), maxConfigs: 2 };
      await engine.setPushConfig(SCOPE, taskId, change);
      const delivery = await claimDelivery(engine);
      await engine.cancel(SCOPE, taskId);
      expect(await claimDelivery(engine)).toMatchObject({ config: { id: 'b' }, after: 1 });
      expect(await engine.settleDelivery(delivery, { kind: 'finished', seq: 1 })).toBe(true);
      expect(await claimDelivery(engine)).toMatchObject({ config: { id: 'a' }, after: 1 });
    });

    test.for(toWays(subject))(
      'that were abandoned are due again, and what was delivered meanwhile stays',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const lease = await createLeased(engine, { push: pushConfig('a') });
        await engine.append(lease, [statusEvent('working'), statusEvent('working')]);
        const delivery = await claimDelivery(engine, SHORT_CLAIM);
        const delivered = { kind: 'delivered', seq: 2, ttlMs: SHORT_CLAIM.ttlMs } as const;
        expect(await engine.settleDelivery(delivery, delivered)).toBe(true);
        expect(await other.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
        await advance(PAST_SHORT);
        expect(await claimDelivery(other)).toMatchObject({ after: 2, failures: 0 });
        expect(await engine.settleDelivery(delivery, { ...delivered, seq: 3 })).toBe(false);
        expect(await engine.settleDelivery(delivery, { kind: 'released' })).toBe(false);
      },
    );

    test('that have run out count until somebody else claims', async () => {
      const { engine, advance } = await openEngine(subject);
      await engine.create(newTask({ push: pushConfig('a') }));
      const delivery = await claimDelivery(engine, SHORT_CLAIM);
      await advance(PAST_SHORT);
      expect(await engine.settleDelivery(delivery, { kind: 'finished', seq: 1 })).toBe(true);
      expect(await engine.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
    });

    test('are extended by what is delivered', async () => {
      const { engine, advance } = await openEngine(subject);
      await engine.create(newTask({ push: pushConfig('a') }));
      const delivery = await claimDelivery(engine, SHORT_CLAIM);
      await engine.settleDelivery(delivery, { kind: 'delivered', seq: 0, ...TTL });
      await advance(PAST_SHORT);
      expect(await engine.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
    });

    test('that end are due at once when the log has gone on meanwhile', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask({ push: pushConfig('a') }));
      const delivery = await claimDelivery(engine);
      await engine.cancel(SCOPE, taskId);
      await engine.settleDelivery(delivery, { kind: 'finished', seq: 1 });
      expect(await claimDelivery(engine)).toMatchObject({ after: 1 });
    });

    test.for(toWays(subject))(
      'that failed are due after their time, with the failures counted',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        await engine.create(newTask({ push: pushConfig('a') }));
        const failed = { kind: 'failed', retryInMs: 100, reason: 'no answer' } as const;
        expect(await engine.settleDelivery(await claimDelivery(engine), failed)).toBe(true);
        expect(await other.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
        await advance(PAST_SHORT);
        const second = await claimDelivery(other);
        expect(second).toMatchObject({ after: 0, failures: 1 });
        expect(second.failingForMs).toBeGreaterThanOrEqual(PAST_SHORT);
        await other.settleDelivery(second, failed);
        await advance(PAST_SHORT);
        const third = await claimDelivery(engine);
        expect(third).toMatchObject({ failures: 2 });
        expect(third.failingForMs).toBeGreaterThanOrEqual(2 * PAST_SHORT);
        await engine.settleDelivery(third, { kind: 'delivered', seq: 0, ...TTL });
        await engine.settleDelivery(third, { kind: 'released' });
        expect(await claimDelivery(engine)).toMatchObject({ failures: 0, failingForMs: 0 });
      },
    );

    test('that failed wait their time though the log goes on', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask({ push: pushConfig('a') }));
      const failed = { kind: 'failed', retryInMs: 60_000, reason: 'no answer' } as const;
      await engine.settleDelivery(await claimDelivery(engine), failed);
      await engine.cancel(SCOPE, taskId);
      expect(await engine.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
    });

    test.for(toWays(subject))(
      'that were given back are due at once, as they were, and count no more',
      async (way) => {
        const { engine, other } = await openEngines(way);
        await engine.create(newTask({ push: pushConfig('a') }));
        const delivery = await claimDelivery(engine);
        expect(await engine.settleDelivery(delivery, { kind: 'released' })).toBe(true);
        expect(await engine.settleDelivery(delivery, { kind: 'finished', seq: 1 })).toBe(false);
        expect(await claimDelivery(other)).toMatchObject({ after: 0, failures: 0 });
      },
    );

    test('that were given back for later wait their time, as they were', async () => {
      const { engine, advance } = await openEngine(subject);
      await engine.create(newTask({ push: pushConfig('a') }));
      const delivery = await claimDelivery(engine);
      const later = { kind: 'released', dueInMs: 4 * PAST_SHORT } as const;
      expect(await engine.settleDelivery(delivery, later)).toBe(true);
      expect(await engine.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
      await advance(2 * PAST_SHORT);
      expect(await engine.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
      await advance(3 * PAST_SHORT);
      expect(await claimDelivery(engine)).toMatchObject({
        after: 0,
        failures: 0,
        failingForMs: 0,
      });
    });

    test.each(
      crossWays(subject, [
        'replaced',
        'deleted',
        'deleted and made again',
        'gone with its task',
      ] as const),
    )('are lost when the config is %s', async (change, way) => {
      const { engine, other } = await openEngines(way);
      const { taskId } = await engine.create(newTask({ push: pushConfig('a') }));
      const delivery = await claimDelivery(engine);
      if (change === 'gone with its task') await other.delete(SCOPE, taskId);
      if (change.startsWith('deleted')) await other.deletePushConfig(SCOPE, taskId, 'a');
      if (change === 'replaced' || change.endsWith('again')) {
        await other.setPushConfig(SCOPE, taskId, { config: pushConfig('a'), maxConfigs: 1 });
      }
      expect(await engine.settleDelivery(delivery, { kind: 'finished', seq: 1 })).toBe(false);
      // A replaced config keeps its position in the log; a new one begins at the end of the log.
      expect(await claimIds(engine, 10)).toEqual(change === 'replaced' ? ['a'] : []);
    });

    test.for(toWays(subject))('hint at what they make due', async (way) => {
      const { engine, other } = await openEngines(way);
      const { taskId } = await engine.create(newTask({ push: pushConfig('a') }));
      const delivery = await claimDelivery(engine);
      const heard: string[] = [];
      const stop = other.watch((hint) => heard.push(hint));
      await engine.settleDelivery(delivery, { kind: 'released' });
      await expect.poll(() => heard.includes(taskId) || heard.includes('*')).toBe(true);
      stop();
    });
  });
}

async function claimIds(
  engine: {
    claimDeliveries(claim: typeof LONG_CLAIM, limit: number): Promise<readonly Delivery[]>;
  },
  limit: number,
): Promise<readonly string[]> {
  const deliveries = await engine.claimDeliveries(LONG_CLAIM, limit);
  return deliveries.map(({ config }) => config.id);
}

const DEAD = { kind: 'dead', reason: 'The receiver is gone' } as const;

/**
 * Declares the tests of `listDeadLetters` and `reviveDeadLetter`, for webhook deliveries that were
 * given up.
 */
export function describeDeadLetters(subject: EngineUnderTest): void {
  describe('dead letters', () => {
    test.for(toWays(subject))(
      'are sent nothing more and are listed, without secrets',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const authentication = { scheme: 'Bearer', credentials: 'hidden' };
        const push = pushConfig('a', { token: 'hidden', authentication });
        const { taskId } = await engine.create(newTask({ push }));
        expect(await engine.settleDelivery(await claimDelivery(engine), DEAD)).toBe(true);
        await engine.cancel(SCOPE, taskId);
        expect(await engine.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
        const letters = await other.listDeadLetters();
        expect(letters).toEqual([
          {
            taskId,
            scope: SCOPE,
            configId: 'a',
            url: push.url,
            after: 0,
            failures: 1,
            reason: DEAD.reason,
            diedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u),
          },
        ]);
        expect(JSON.stringify(letters)).not.toContain('hidden');
        expect(await engine.listPushConfigs(SCOPE, taskId)).toEqual([push]);
      },
    );

    test('of all scopes are listed, the newest first, at most as many as asked for', async () => {
      const { engine, advance } = await openEngine(subject);
      for (const id of ['first', 'second', 'third']) {
        await createDead(engine, { id, scope: id as Scope });
        await advance(2);
      }
      const ids = (await engine.listDeadLetters(2)).map(({ configId }) => configId);
      expect(ids).toEqual(['third', 'second']);
      expect(await engine.listDeadLetters()).toHaveLength(3);
      expect(await engine.listDeadLetters(0)).toEqual([]);
    });

    test.for(toWays(subject))(
      'go on from where they stopped when they are revived, once',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const letter = await createDead(engine, { id: 'a', scope: SCOPE });
        expect(await other.reviveDeadLetter({ ...letter, scope: 'bob' as Scope })).toBe(false);
        expect(await other.reviveDeadLetter({ ...letter, configId: 'b' })).toBe(false);
        expect(await other.reviveDeadLetter(letter)).toBe(true);
        expect(await engine.reviveDeadLetter(letter)).toBe(false);
        expect(await engine.listDeadLetters()).toEqual([]);
        expect(await claimDelivery(engine)).toMatchObject({ after: 0, failures: 0 });
      },
    );

    test('go on when their config is set anew', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await createDead(engine, { id: 'a', scope: SCOPE });
      const config = pushConfig('a', { url: 'https://elsewhere.example/' });
      await engine.setPushConfig(SCOPE, taskId, { config, maxConfigs: 1 });
      expect(await engine.listDeadLetters()).toEqual([]);
      expect(await claimDelivery(engine)).toMatchObject({ after: 0, failures: 0, config });
    });

    test('go with their config and their task', async () => {
      const { engine } = await openEngine(subject);
      const first = await createDead(engine, { id: 'a', scope: SCOPE });
      const second = await createDead(engine, { id: 'b', scope: SCOPE });
      await engine.deletePushConfig(SCOPE, first.taskId, 'a');
      await engine.delete(SCOPE, second.taskId);
      expect(await engine.listDeadLetters()).toEqual([]);
      expect(await engine.reviveDeadLetter(first)).toBe(false);
      expect(await engine.reviveDeadLetter(second)).toBe(false);
    });
  });
}

async function createDead(
  engine: TaskEngine,
  { id, scope }: { readonly id: string; readonly scope: Scope },
): Promise<{ readonly scope: Scope; readonly taskId: string; readonly configId: string }> {
  const { taskId } = await engine.create(newTask({ scope, push: pushConfig(id) }));
  await engine.settleDelivery(await claimDelivery(engine), DEAD);
  return { scope, taskId, configId: id };
}
