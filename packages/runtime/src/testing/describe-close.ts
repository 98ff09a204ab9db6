import { describe, expect, test } from 'vitest';
import { EngineClosedError } from '../errors.ts';
import { openEngine, type EngineUnderTest } from './engine-storage.ts';
import {
  LONG_CLAIM,
  SCOPE,
  claimDelivery,
  createLeased,
  newTask,
  pushConfig,
  statusEvent,
} from './samples.ts';

/** Tests of `close`. */
export function describeClose(subject: EngineUnderTest): void {
  describe('close()', () => {
    test('makes every later call fail with EngineClosedError', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine, { push: pushConfig('a') });
      const { taskId } = lease;
      const delivery = await claimDelivery(engine);
      const reply = { expectedSeq: 2, events: [statusEvent('working')] };
      const change = { config: pushConfig('b'), maxConfigs: 2 };
      await engine.close();
      const calls: readonly (() => Promise<unknown>)[] = [
        () => engine.create(newTask()),
        () => engine.get(SCOPE, lease.taskId),
        () => engine.list(SCOPE, { pageSize: 10 }),
        () => engine.append(lease, [statusEvent('completed')]),
        () => engine.read(SCOPE, lease.taskId, { after: 0 }),
        () => engine.claim(LONG_CLAIM, 1),
        () => engine.renew([lease], 1000),
        () => engine.cancel(SCOPE, lease.taskId),
        () => engine.reply(SCOPE, lease.taskId, { reply }),
        () => engine.release([lease]),
        () => engine.delete(SCOPE, lease.taskId),
        () => engine.findScope(lease.taskId),
        () => engine.listWaiting({ before: '2999-01-01T00:00:00Z', limit: 1 }),
        () => engine.prune({ keepFinished: 0 }),
        () => engine.setPushConfig(SCOPE, taskId, change),
        () => engine.listPushConfigs(SCOPE, taskId),
        () => engine.deletePushConfig(SCOPE, taskId, 'a'),
        () => engine.claimDeliveries(LONG_CLAIM, 1),
        () => engine.settleDelivery(delivery, { kind: 'released' }),
        () => engine.listDeadLetters(),
        () => engine.reviveDeadLetter({ scope: SCOPE, taskId, configId: 'a' }),
      ];
      for (const call of calls) {
        await expect(call()).rejects.toMatchObject({
          name: 'EngineClosedError',
          code: 'ENGINE_CLOSED',
        });
      }
      expect(() => engine.watch(() => undefined)).toThrow(EngineClosedError);
    });

    test('may be called again, and stopping a watch afterwards does no harm', async () => {
      const { engine } = await openEngine(subject);
      const stop = engine.watch(() => undefined);
      await Promise.all([engine.close(), engine.close()]);
      await engine.close();
      expect(() => stop()).not.toThrow();
    });

    test('leaves other instances and what was stored alone', async () => {
      const { engine, other, isShared } = await openEngine(subject);
      const lease = await createLeased(engine);
      const survivors = isShared ? [other] : [];
      await engine.close();
      for (const survivor of survivors) {
        expect(await survivor.append(lease, [statusEvent('completed')])).toBe(2);
        expect(await survivor.get(SCOPE, lease.taskId)).toMatchObject({ state: 'completed' });
      }
    });
  });
}
