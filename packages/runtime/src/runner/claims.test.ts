import { expect, type Mock, test, vi } from 'vitest';
import type { Lease, WorkRequest } from '../engine/lease.ts';
import { EngineStorageError } from '../errors.ts';
import { SCOPE } from '../testing/samples.ts';
import { Claims, KeptReleases, type LeaseSource } from './claims.ts';

const REQUEST: WorkRequest = { worker: 'one', ttlMs: 1_000, suspects: 'none' };

function createLeases(...taskIds: readonly string[]): readonly Lease[] {
  return taskIds.map((taskId) => ({
    taskId,
    scope: SCOPE,
    epoch: 1,
    attempt: 1,
    cancelRequested: false,
  }));
}

/** Makes an engine whose calls a test answers. */
function createEngine(): {
  readonly claim: Mock<LeaseSource['claim']>;
  readonly release: Mock<LeaseSource['release']>;
} {
  return {
    claim: vi.fn<LeaseSource['claim']>(async () => []),
    release: vi.fn<LeaseSource['release']>(async () => undefined),
  };
}

const away = new EngineStorageError('The storage is away');

test('a claim whose answer was lost is repeated under its id, before new ones', async () => {
  const engine = createEngine();
  engine.claim.mockRejectedValueOnce(away);
  const claims = new Claims(engine);
  await expect(claims.claimOn(REQUEST, 3)).rejects.toBe(away);
  engine.claim
    .mockResolvedValueOnce(createLeases('lost'))
    .mockResolvedValueOnce(createLeases('new'));
  expect(await claims.claimOn(REQUEST, 3)).toEqual(createLeases('lost', 'new'));
  const [lost, repeated, fresh] = engine.claim.mock.calls.map(([request]) => request);
  expect(repeated).toEqual({ ...REQUEST, id: lost?.id, isRepeat: true });
  expect(fresh?.isRepeat).toBe(undefined);
  expect(engine.claim.mock.calls.at(2)?.at(1)).toBe(2);
  await claims.claimOn(REQUEST, 3);
  expect(engine.claim).toHaveBeenCalledTimes(4);
});

test('leases of a repeated claim that find no place are given back', async () => {
  const engine = createEngine();
  engine.claim.mockRejectedValueOnce(away).mockResolvedValueOnce(createLeases('a', 'b', 'c'));
  const claims = new Claims(engine);
  await expect(claims.claim(REQUEST, 3)).rejects.toBe(away);
  expect(await claims.claimOn(REQUEST, 1)).toEqual(createLeases('a'));
  expect(engine.release).toHaveBeenCalledExactlyOnceWith(createLeases('b', 'c'));
});

test('leases that were taken up are kept when the claim for the rest fails', async () => {
  const engine = createEngine();
  engine.claim.mockRejectedValueOnce(away).mockResolvedValueOnce(createLeases('a'));
  engine.claim.mockRejectedValueOnce(away);
  const claims = new Claims(engine);
  await expect(claims.claim(REQUEST, 2)).rejects.toBe(away);
  expect(await claims.claimOn(REQUEST, 2)).toEqual(createLeases('a'));
});

test('a release that the storage refused is sent again before the next claim, once', async () => {
  const engine = createEngine();
  const source = new KeptReleases(engine);
  engine.release.mockRejectedValueOnce(away);
  await expect(source.release(createLeases('a'), { runOut: true })).rejects.toBe(away);
  await source.claim(REQUEST, 1);
  expect(engine.release.mock.calls).toEqual([
    [createLeases('a'), { runOut: true }],
    [createLeases('a'), { runOut: true }],
  ]);
  expect(engine.release.mock.invocationCallOrder[1]).toBeLessThan(
    engine.claim.mock.invocationCallOrder[0] ?? 0,
  );
  await source.claim(REQUEST, 1);
  expect(engine.release).toHaveBeenCalledTimes(2);
});

test('after a release that fails again, the others wait for the next claim', async () => {
  const engine = createEngine();
  const source = new KeptReleases(engine);
  engine.release.mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  for (const taskId of ['a', 'b']) {
    await expect(source.release(createLeases(taskId))).rejects.toBe(away);
  }
  engine.release.mockRejectedValueOnce(away);
  await source.claim(REQUEST, 1);
  expect(engine.release).toHaveBeenCalledTimes(3);
  await source.claim(REQUEST, 1);
  expect(engine.release.mock.calls.slice(3).map(([leases]) => leases)).toEqual([
    createLeases('a'),
    createLeases('b'),
  ]);
});

test('a release that the engine itself refuses is not sent again', async () => {
  const engine = createEngine();
  const source = new KeptReleases(engine);
  engine.release.mockRejectedValueOnce(new TypeError('wrong'));
  await expect(source.release(createLeases('a'))).rejects.toThrow('wrong');
  await source.claim(REQUEST, 1);
  expect(engine.release).toHaveBeenCalledTimes(1);
});
