import { expect, test } from 'vitest';
import type { TaskEngine } from '../engine/task-engine.ts';
import { EngineStorageError } from '../errors.ts';
import { findStorageLog } from '../storage-log.ts';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import { startRunner } from '../testing/start-runner.ts';
import { createSuspects } from './suspects.ts';

test('a storage that is away is told of once, whichever claims fail', async () => {
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const logger = { info: log, warn: log, error: log };
  const away = new EngineStorageError('08006', { isAway: true });
  const engine = { claim: () => Promise.reject(away) };
  const storage = findStorageLog(engine, logger);
  let places = 1;
  const suspects = createSuspects({
    engine,
    storage,
    logger,
    toRequest: () => ({ worker: 'one', ttlMs: 1_000, suspects: 'only' }),
    maxAttempts: 5,
    reserve: () => (places -= 1) >= 0,
    giveUp: () => (places += 1),
    take: () => Promise.resolve(),
  });
  storage.fail('Cannot claim tasks', away);
  await suspects.look();
  expect(places).toBe(1);
  expect(logged).toEqual([expect.stringContaining('is away')]);
});

test('a task that comes while the only place is reserved for a suspect runs when there is none', async () => {
  const looks: (() => void)[] = [];
  const memory = createMemoryEngine();
  const engine: TaskEngine = {
    ...memory,
    async claim(request, limit) {
      if (request.suspects === 'only') await new Promise<void>((resolve) => looks.push(resolve));
      return memory.claim(request, limit);
    },
  };
  const { send, stateOf } = startRunner({ skill: { run: () => {} } }, { concurrency: 1, engine });
  await expect.poll(() => looks.length).toBe(1);
  const id = await send();
  expect(await stateOf(id)).toBe('submitted');
  // All later looks stay unanswered, so that only this one can make room.
  looks[0]?.();
  await expect.poll(() => stateOf(id)).toBe('completed');
});
