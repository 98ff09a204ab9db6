import { describe, expect, test } from 'vitest';
import type { TaskEngine } from '../engine/task-engine.ts';
import { openEngine, type EngineUnderTest } from './engine-storage.ts';
import { LONG_CLAIM, SCOPE, claimDelivery, newTask, pushConfig } from './samples.ts';

const DEAD = { kind: 'dead', reason: 'The receiver is gone' } as const;

/** Tests of `listDeadLetters` and `reviveDeadLetter`. */
export function describeDeadLetters(subject: EngineUnderTest): void {
  describe('dead letters', () => {
    test('are sent nothing more and are listed, without secrets', async () => {
      const { engine, other } = await openEngine(subject);
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
    });

    test('of all scopes are listed, the newest first, at most as many as asked for', async () => {
      const { engine, advance } = await openEngine(subject);
      for (const id of ['first', 'second', 'third']) {
        await createDead(engine, { id, scope: id });
        await advance(2);
      }
      const ids = (await engine.listDeadLetters(2)).map(({ configId }) => configId);
      expect(ids).toEqual(['third', 'second']);
      expect(await engine.listDeadLetters()).toHaveLength(3);
      expect(await engine.listDeadLetters(0)).toEqual([]);
    });

    test('go on from where they stopped when they are revived, once', async () => {
      const { engine, other } = await openEngine(subject);
      const letter = await createDead(engine, { id: 'a', scope: SCOPE });
      expect(await other.reviveDeadLetter({ ...letter, scope: 'bob' })).toBe(false);
      expect(await other.reviveDeadLetter({ ...letter, configId: 'b' })).toBe(false);
      expect(await other.reviveDeadLetter(letter)).toBe(true);
      expect(await engine.reviveDeadLetter(letter)).toBe(false);
      expect(await engine.listDeadLetters()).toEqual([]);
      expect(await claimDelivery(engine)).toMatchObject({ after: 0, failures: 0 });
    });

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
  { id, scope }: { readonly id: string; readonly scope: string },
): Promise<{ readonly scope: string; readonly taskId: string; readonly configId: string }> {
  const { taskId } = await engine.create(newTask({ scope, push: pushConfig(id) }));
  await engine.settleDelivery(await claimDelivery(engine), DEAD);
  return { scope, taskId, configId: id };
}
