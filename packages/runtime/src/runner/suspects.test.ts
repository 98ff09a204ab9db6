import { expect, test } from 'vitest';
import { EngineStorageError } from '../errors.ts';
import { findStorageLog } from '../storage-log.ts';
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
