import type { IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import { createCaller, NOBODY } from './caller.ts';
import { RecentCallers } from './recent-callers.ts';

/** Notes callers in the given order. */
async function noteAll(
  callers: RecentCallers,
  ids: readonly (string | undefined)[],
): Promise<void> {
  let id: string | undefined;
  const identify = callers.watchIdentify(() =>
    Promise.resolve(id === undefined ? NOBODY : createCaller({ id, scopes: ['read'] })),
  );
  for (id of ids) await identify({} as IncomingMessage);
}

test('the caller who came last is the first, with the requests of the present minute', async () => {
  vi.useFakeTimers();
  try {
    const callers = new RecentCallers();
    await noteAll(callers, ['ada', undefined, 'ada', 'ben', 'ada']);
    const seenAt = Date.now();
    expect(callers.list()).toEqual([
      { id: 'ada', scopes: ['read'], requests: 3, seenAt },
      { id: 'ben', scopes: ['read'], requests: 1, seenAt },
      { id: undefined, scopes: [], requests: 1, seenAt },
    ]);
    vi.advanceTimersByTime(60_000);
    await noteAll(callers, ['ben']);
    expect(callers.list().map(({ id, requests }) => [id, requests])).toEqual([
      ['ben', 1],
      ['ada', 0],
      [undefined, 0],
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('the caller who has been away longest is forgotten when there are too many', async () => {
  const callers = new RecentCallers();
  const ids = Array.from({ length: 500 }, (_, index) => `caller-${index}`);
  await noteAll(callers, [...ids, 'caller-0', 'new']);
  const listed = callers.list().map(({ id }) => id);
  expect(listed).toHaveLength(500);
  expect(listed.slice(0, 2)).toEqual(['new', 'caller-0']);
  expect(listed).not.toContain('caller-1');
});
