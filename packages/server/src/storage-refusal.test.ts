import { EngineSchemaUnknownError, EngineStorageError } from '@formwork/runtime';
import { expect, test } from 'vitest';
import { checkStorage } from './storage-refusal.ts';

function fail(error: Error): () => Promise<never> {
  return async () => {
    throw error;
  };
}

const answer = () => Promise.resolve(undefined);

test.each([
  ['a wrong password', new EngineStorageError('28P01', { isAway: true, isLasting: true })],
  ['a missing right', new EngineStorageError('42501', { isLasting: true })],
  ['tables of a newer version', new EngineSchemaUnknownError('schema "agents"', ['9999-later'])],
])('%s ends a start, in tasks and in records', async (_what, error) => {
  const tasks = checkStorage({ engine: { findScope: fail(error) } });
  await expect(tasks).rejects.toBe(error);
  const records = checkStorage({ engine: { findScope: answer }, records: { get: fail(error) } });
  await expect(records).rejects.toBe(error);
});

test.each([
  ['a database that is away', new EngineStorageError('ECONNREFUSED', { isAway: true })],
  ['a database that is starting', new EngineStorageError('57P03', { isAway: true })],
  ['a full disk', new EngineStorageError('SQLITE_FULL')],
  ['an unknown fault', new TypeError('odd')],
])('%s does not end a start', async (_what, error) => {
  await checkStorage({ engine: { findScope: fail(error) }, records: { get: fail(error) } });
  await expect(checkStorage({})).resolves.toBeUndefined();
});
