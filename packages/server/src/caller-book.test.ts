import type { IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import { CallerBook } from './caller-book.ts';
import { createCaller, NOBODY } from './caller.ts';

/** Notes callers in the given order. */
async function noteAll(book: CallerBook, ids: readonly (string | undefined)[]): Promise<void> {
  let id: string | undefined;
  const identify = book.watchIdentify(() =>
    Promise.resolve(id === undefined ? NOBODY : createCaller({ id, scopes: ['read'] })),
  );
  for (id of ids) await identify({} as IncomingMessage);
}

test('the caller who came last is the first, with the requests of the present minute', async () => {
  vi.useFakeTimers();
  try {
    const book = new CallerBook();
    await noteAll(book, ['ada', undefined, 'ada', 'ben', 'ada']);
    const seenAt = Date.now();
    expect(book.list()).toEqual([
      { id: 'ada', scopes: ['read'], requests: 3, seenAt },
      { id: 'ben', scopes: ['read'], requests: 1, seenAt },
      { id: undefined, scopes: [], requests: 1, seenAt },
    ]);
    vi.advanceTimersByTime(60_000);
    await noteAll(book, ['ben']);
    expect(book.list().map(({ id, requests }) => [id, requests])).toEqual([
      ['ben', 1],
      ['ada', 0],
      [undefined, 0],
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('the book forgets the caller who has been away longest when it is full', async () => {
  const book = new CallerBook();
  const ids = Array.from({ length: 500 }, (_, index) => `caller-${index}`);
  await noteAll(book, [...ids, 'caller-0', 'new']);
  const listed = book.list().map(({ id }) => id);
  expect(listed).toHaveLength(500);
  expect(listed.slice(0, 2)).toEqual(['new', 'caller-0']);
  expect(listed).not.toContain('caller-1');
});
