import { describe, expect, test } from 'vitest';
import type { Scope } from '../scope.ts';
import { type EngineUnderTest, openEngine, openEngines, toWays } from './engine-storage.ts';
import {
  keyOf,
  LONG_CLAIM,
  SCOPE,
  claimDelivery,
  createLeased,
  newTask,
  pushConfig,
  range,
  statusEvent,
} from './samples.ts';

const MAX = 10;

/** Declares the tests of an engine's `setPushConfig`, `listPushConfigs` and `deletePushConfig`. */
export function describePushConfigs(subject: EngineUnderTest): void {
  describe('push configs', () => {
    test.for(toWays(subject))(
      'are kept as they were set, in the order of their making',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const { taskId } = await engine.create(newTask());
        const configs = [
          pushConfig('z', { token: 'secret', version: '0.3' }),
          pushConfig('ä', { authentication: { scheme: 'Bearer', credentials: 'key' } }),
          pushConfig('a'),
        ];
        for (const config of configs) {
          const change = { config, maxConfigs: MAX };
          expect(await engine.setPushConfig(SCOPE, taskId, change)).toEqual({ kind: 'set' });
        }
        expect(await other.listPushConfigs(SCOPE, taskId)).toEqual(configs);
      },
    );

    test.for(toWays(subject))(
      'come with the creation of a task, and only with the first',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const task = newTask({ idempotencyKey: keyOf('key'), push: pushConfig('first') });
        const { taskId } = await engine.create(task);
        await engine.create(newTask({ idempotencyKey: keyOf('key'), push: pushConfig('second') }));
        expect(await other.listPushConfigs(SCOPE, taskId)).toEqual([pushConfig('first')]);
        expect(await claimDelivery(engine)).toMatchObject({ taskId, after: 0 });
      },
    );

    test('of the same id replace each other', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask({ push: pushConfig('a') }));
      const config = pushConfig('a', { url: 'https://elsewhere.example/' });
      const change = { config, maxConfigs: 1 };
      expect(await engine.setPushConfig(SCOPE, taskId, change)).toEqual({ kind: 'set' });
      expect(await engine.listPushConfigs(SCOPE, taskId)).toEqual([config]);
    });

    test.for(toWays(subject))(
      'are as many as allowed, also when they come at once',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const { taskId } = await engine.create(newTask());
        const outcomes = await Promise.all(
          range(6).map((index) =>
            (index % 2 === 0 ? engine : other).setPushConfig(SCOPE, taskId, {
              config: pushConfig(`${index}`),
              maxConfigs: 3,
            }),
          ),
        );
        expect(outcomes.filter(({ kind }) => kind === 'full')).toHaveLength(3);
        expect(await engine.listPushConfigs(SCOPE, taskId)).toHaveLength(3);
      },
    );

    test.for(toWays(subject))('are gone after they were deleted, however often', async (way) => {
      const { engine, other } = await openEngines(way);
      const { taskId } = await engine.create(newTask({ push: pushConfig('a') }));
      expect(await engine.deletePushConfig(SCOPE, taskId, 'a')).toBe(true);
      expect(await other.deletePushConfig(SCOPE, taskId, 'a')).toBe(true);
      expect(await engine.deletePushConfig(SCOPE, taskId, 'never')).toBe(true);
      expect(await engine.listPushConfigs(SCOPE, taskId)).toEqual([]);
      expect(await engine.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
    });

    test('of one task are nothing to another', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask({ push: pushConfig('a') }));
      const { taskId: neighbour } = await engine.create(newTask({ push: pushConfig('a') }));
      await engine.deletePushConfig(SCOPE, neighbour, 'a');
      expect(await engine.listPushConfigs(SCOPE, neighbour)).toEqual([]);
      expect(await engine.listPushConfigs(SCOPE, taskId)).toEqual([pushConfig('a')]);
      expect(await claimDelivery(engine)).toMatchObject({ taskId });
    });

    test('of a task of another scope do not exist and cannot be made', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask({ push: pushConfig('a') }));
      const change = { config: pushConfig('b'), maxConfigs: MAX };
      expect(await engine.setPushConfig('bob' as Scope, taskId, change)).toEqual({
        kind: 'not-found',
      });
      expect(await engine.listPushConfigs('bob' as Scope, taskId)).toBeUndefined();
      expect(await engine.deletePushConfig('bob' as Scope, taskId, 'a')).toBe(false);
      expect(await engine.listPushConfigs(SCOPE, taskId)).toEqual([pushConfig('a')]);
    });

    test('go with their task', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine, { push: pushConfig('a') });
      const { taskId } = await engine.create(newTask({ push: pushConfig('b') }));
      await engine.append(lease, [statusEvent('completed')]);
      expect(await engine.prune({ keepFinished: 0 })).toBe(1);
      expect(await engine.delete(SCOPE, taskId)).toBe(true);
      expect(await engine.listPushConfigs(SCOPE, lease.taskId)).toBeUndefined();
      expect(await engine.listPushConfigs(SCOPE, taskId)).toBeUndefined();
      expect(await engine.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
    });
  });
}
