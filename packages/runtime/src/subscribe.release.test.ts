import { getEventListeners } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { collect, openSubscription } from './testing/open-subscription.ts';
import { SCOPE, newTask, pieceEvent, range, statusEvent } from './testing/samples.ts';

/** A delay that no other timer of the process has, because files of one process leave timers behind. */
const POLL_MS = 7_654_321;

/** Returns a function that counts the timers of subscriptions which are neither over nor cleared. */
function watchTimers(): () => number {
  const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  onTestFinished(() => [set, clear].forEach((spy) => spy.mockRestore()));
  return () => {
    const cleared = new Set<unknown>(clear.mock.calls.map(([timer]) => timer));
    const own = set.mock.results.filter((_, index) => set.mock.calls[index]?.[1] === POLL_MS);
    return own.filter(({ value }) => !cleared.has(value)).length;
  };
}

test('subscribe() ends quietly when its signal aborts, and frees what it held', async () => {
  const countTimers = watchTimers();
  const { follow, countListeners } = await openSubscription();
  const controller = new AbortController();
  const { signal } = controller;
  const items = follow({ signal, pollMs: POLL_MS });
  expect(await items.next()).toMatchObject({ done: false });
  const waiting = items.next();
  await expect.poll(countTimers).toBe(1);
  controller.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(countListeners()).toBe(0);
  expect(countTimers()).toBe(0);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('subscribe() yields nothing when its signal was aborted before', async () => {
  const { follow, countListeners } = await openSubscription();
  expect(await collect(follow({ signal: AbortSignal.abort() }))).toEqual([]);
  expect(countListeners()).toBe(0);
});

test('subscribe() stops between two events of one page when its signal aborts', async () => {
  const { engine, lease, follow } = await openSubscription();
  const controller = new AbortController();
  const { signal } = controller;
  await engine.append(
    lease,
    range(10).map((index) => pieceEvent('a', `${index}`)),
  );
  const found: number[] = [];
  for await (const item of follow({ signal, after: 0 })) {
    found.push(item.kind === 'event' ? item.entry.seq : 0);
    if (found.length === 3) {
      controller.abort();
    }
  }
  expect(found).toEqual([1, 2, 3]);
});

test('subscribe() frees what it held when the consumer leaves its loop', async () => {
  const countTimers = watchTimers();
  const { follow, countListeners } = await openSubscription();
  const { signal } = new AbortController();
  for await (const item of follow({ signal, pollMs: POLL_MS })) {
    expect(item.kind).toBe('snapshot');
    expect(countListeners()).toBe(1);
    break;
  }
  expect(countListeners()).toBe(0);
  expect(countTimers()).toBe(0);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('subscribe() heeds return() at once, also while it waits', async () => {
  const countTimers = watchTimers();
  const { follow, countListeners } = await openSubscription();
  const items = follow({ pollMs: POLL_MS });
  await items.next();
  const waiting = items.next();
  await expect.poll(countTimers).toBe(1);
  expect(await items.return()).toEqual({ done: true, value: undefined });
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(countListeners()).toBe(0);
  expect(countTimers()).toBe(0);
  expect(await items.next()).toEqual({ done: true, value: undefined });
});

test('subscribe() holds nothing before the first next()', async () => {
  const { follow, countListeners } = await openSubscription();
  const items = follow();
  expect(countListeners()).toBe(0);
  await items.return();
  expect(await items.next()).toEqual({ done: true, value: undefined });
  expect(countListeners()).toBe(0);
});

test('subscribe() throws what the engine throws, and frees what it held', async () => {
  const { engine, follow, countListeners } = await openSubscription();
  const items = follow({ pollMs: 1 });
  await items.next();
  const waiting = items.next();
  await engine.close();
  await expect(waiting).rejects.toMatchObject({ code: 'ENGINE_CLOSED' });
  expect(countListeners()).toBe(0);
});

test('subscribe() ends when the engine has forgotten the task', async () => {
  const { engine, lease, follow, countListeners } = await openSubscription({ maxFinishedTasks: 1 });
  const items = follow();
  await items.next();
  await engine.append(lease, [statusEvent('completed')]);
  const { taskId } = await engine.create(newTask());
  await engine.cancel(SCOPE, taskId);
  expect(await items.next()).toEqual({ done: true, value: undefined });
  expect(countListeners()).toBe(0);
});

test('subscribe() serves 1,000 subscribers of one task and frees them all', async () => {
  const { engine, lease, follow, countListeners } = await openSubscription();
  const collecting = range(1000).map(() => collect(follow({ after: 0 })));
  for (const index of range(5)) {
    await engine.append(lease, [pieceEvent('a', `${index}`)]);
  }
  expect(countListeners()).toBe(1000);
  await engine.append(lease, [statusEvent('completed')]);
  const results = await Promise.all(collecting);
  expect(new Set(results.map((found) => found.join()))).toEqual(new Set(['1,2,3,4,5,6,7']));
  expect(countListeners()).toBe(0);
});
