import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { choosePageSize } from './engine/log-pages.ts';
import type { TaskEvent } from './engine/task-event.ts';
import { TaskWatcher } from './engine/task-watcher.ts';
import type { Scope } from './scope.ts';
import { subscribe } from './subscribe.ts';
import { collect, openSubscription, toPositions } from './testing/open-subscription.ts';
import { pieceEvent, range, SCOPE, statusEvent } from './testing/samples.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('subscribe() yields a snapshot, then every later event once, until a terminal state', async () => {
  const { engine, lease, follow, countListeners } = await openSubscription();
  await engine.append(lease, [statusEvent('working')]);
  const collecting = collect(follow());
  for (const text of ['x', 'y', 'z']) {
    await engine.append(lease, [pieceEvent('a', text), pieceEvent('b', text)]);
  }
  await engine.append(lease, [statusEvent('completed')]);
  const found = await collecting;
  const [start = ''] = found;
  expect(start).toMatch(/^\[\d\]$/);
  expect(found.slice(1)).toEqual(toPositions(Number(start.slice(1, -1)) + 1, 9));
  expect(countListeners()).toBe(0);
});

test('subscribe() ends after the snapshot of a task that has ended', async () => {
  const { engine, lease, follow } = await openSubscription();
  await engine.append(lease, [statusEvent('failed')]);
  expect(await collect(follow())).toEqual(['[2]']);
});

test.each([
  [0, ['1', '2', '3', '4']],
  [2, ['3', '4']],
  [3, ['4']],
  [4, []],
  [5, []],
])('subscribe() after %i starts with the event after it', async (after, expected) => {
  const { engine, lease, follow, countListeners } = await openSubscription();
  const events = [statusEvent('working'), pieceEvent('a', 'x'), statusEvent('completed')];
  await engine.append(lease, events);
  expect(await collect(follow({ after }))).toEqual(expected);
  expect(countListeners()).toBe(0);
});

test('subscribe() ends at once for a task that the scope does not have', async () => {
  const { engine, lease } = await openSubscription();
  const watcher = new TaskWatcher(engine);
  onTestFinished(() => watcher.close());
  const { taskId } = lease;
  expect(await collect(subscribe(engine, { scope: 'bob' as Scope, taskId, watcher }))).toEqual([]);
  expect(
    await collect(subscribe(engine, { scope: 'bob' as Scope, taskId, watcher, after: 0 })),
  ).toEqual([]);
});

test('subscribe() goes on after a state that waits for the caller', async () => {
  const { engine, lease, follow } = await openSubscription();
  const collecting = [collect(follow()), collect(follow({ after: 0 }))];
  await engine.append(lease, [statusEvent('input-required')]);
  collecting.push(collect(follow()));
  await engine.cancel(SCOPE, lease.taskId);
  expect(await Promise.all(collecting)).toEqual([
    ['[1]', '2', '3'],
    ['1', '2', '3'],
    ['[2]', '3'],
  ]);
});

test('subscribe() with untilInterrupted ends with such a state, in an event or the snapshot', async () => {
  const { engine, lease, follow, countListeners } = await openSubscription();
  const collecting = collect(follow({ untilInterrupted: true }));
  await engine.append(lease, [statusEvent('auth-required')]);
  expect(await collecting).toEqual(['[1]', '2']);
  expect(await collect(follow({ untilInterrupted: true }))).toEqual(['[2]']);
  expect(countListeners()).toBe(0);
});

test('subscribe() with untilInterrupted passes over such a state at its start', async () => {
  const { engine, lease, follow } = await openSubscription();
  await engine.append(lease, [statusEvent('input-required')]);
  const collecting = collect(follow({ untilInterrupted: true, after: 2 }));
  await engine.cancel(SCOPE, lease.taskId);
  expect(await collecting).toEqual(['3']);
});

test('subscribe() gives 10 late joiners the same events', async () => {
  const { engine, lease, follow } = await openSubscription();
  const collecting: Promise<readonly string[]>[] = [];
  for (const index of range(50)) {
    if (index % 5 === 0) {
      collecting.push(collect(follow()));
    }
    await engine.append(lease, [pieceEvent('a', `${index}`)]);
  }
  await engine.append(lease, [statusEvent('completed')]);
  const results = await Promise.all(collecting);
  expect(results).toHaveLength(10);
  for (const [start = '', ...rest] of results) {
    expect(rest).toEqual(toPositions(Number(start.slice(1, -1)) + 1, 52));
  }
});

test('subscribe() finds by itself what lost hints did not tell', async () => {
  const { engine, lease, follow } = await openSubscription({ isDeaf: true });
  const items = follow({ pollMs: 1 });
  const found: string[] = [];
  await engine.append(lease, [statusEvent('working')]);
  for await (const item of items) {
    found.push(item.kind);
    if (found.length === 1) {
      // Real time: meanwhile the reader looks in vain.
      setTimeout(() => void engine.append(lease, [pieceEvent('a', 'x')]), 5);
    }
    if (found.length === 2) {
      // Real time: meanwhile the reader looks in vain.
      setTimeout(() => void engine.append(lease, [statusEvent('completed')]), 5);
    }
  }
  expect(found).toEqual(['snapshot', 'event', 'event']);
});

test('subscribe() does not miss a hint that comes while it reads', async () => {
  let reads = 0;
  const { engine, lease, follow } = await openSubscription({
    async onRead() {
      reads += 1;
      if (reads === 1) {
        await engine.append(lease, [statusEvent('completed')]);
      }
    },
  });
  expect(await collect(follow({ pollMs: 600_000, after: 1 }))).toEqual(['2']);
  expect(reads).toBe(2);
});

test('subscribe() looks once per hint, not again and again', async () => {
  let reads = 0;
  const { engine, lease, follow } = await openSubscription({
    async onRead() {
      reads += 1;
      if (reads > 10) {
        throw new Error('too many reads');
      }
    },
  });
  const items = follow({ pollMs: 600_000 });
  await items.next();
  for (const index of range(3)) {
    const waiting = items.next();
    await engine.append(lease, [pieceEvent('a', `${index}`)]);
    expect(await waiting).toMatchObject({ value: { entry: { seq: index + 2 } } });
  }
  const waiting = items.next();
  await new Promise(setImmediate);
  await items.return();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(reads).toBeLessThanOrEqual(8);
});

test('subscribe() reads a long log piece by piece, as the consumer goes on', async () => {
  const sizes: number[] = [];
  const { engine, lease, follow } = await openSubscription({
    async onRead(entries) {
      sizes.push(entries.length);
    },
  });
  await engine.append(
    lease,
    range(1000).map((index) => pieceEvent('a', `${index}`)),
  );
  const items = follow({ after: 0 });
  await items.next();
  expect(sizes).toHaveLength(1);
  await engine.append(lease, [statusEvent('completed')]);
  expect(await collect(items)).toEqual(toPositions(2, 1002));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
});

function toPage(count: number, characters: number): readonly TaskEvent[] {
  const event = characters === 0 ? statusEvent('working') : pieceEvent('a', 'x'.repeat(characters));
  return range(count).map((index) => ({ seq: index + 1, timestamp: '', event }));
}

test('choosePageSize() doubles pages of small events up to 99', () => {
  expect(choosePageSize(8, toPage(8, 0))).toBe(16);
  expect(choosePageSize(64, toPage(64, 100))).toBe(99);
  expect(choosePageSize(8, [])).toBe(8);
});

test('choosePageSize() reads big events a few at a time, and the biggest one by one', () => {
  expect(choosePageSize(100, toPage(50, 50_000))).toBe(5);
  expect(choosePageSize(8, toPage(8, 1_000_000))).toBe(1);
  expect(choosePageSize(1, toPage(1, 1_000))).toBe(2);
});

test('choosePageSize() counts what is deep in data, and bytes', () => {
  const [entry] = toPage(1, 0);
  const value = { list: [{ text: 'x'.repeat(100_000) }, new Uint8Array(100_000)] };
  const event = { kind: 'memo', position: 0, key: 'k', value } as const;
  expect(choosePageSize(8, [{ seq: 1, timestamp: entry?.timestamp ?? '', event }])).toBe(1);
});

test('subscribe() lets one of the waiting readers look without a hint for all of them', async () => {
  vi.useFakeTimers();
  let reads = 0;
  const { engine, lease, follow } = await openSubscription({
    isDeaf: true,
    async onRead() {
      reads += 1;
    },
  });
  const readers = range(10).map(() => follow({ after: 1, pollMs: 100 }));
  const waiting = readers.map((reader) => reader.next());
  await vi.advanceTimersByTimeAsync(50);
  reads = 0;
  await vi.advanceTimersByTimeAsync(300);
  expect(reads).toBe(3);
  await engine.append(lease, [statusEvent('completed')]);
  await vi.advanceTimersByTimeAsync(100);
  const steps = await Promise.all(waiting);
  expect(steps.map(({ value }) => value?.kind)).toEqual(range(10).map(() => 'event'));
});

test('subscribe() wakes those who wait when one of them cannot read', async () => {
  vi.useFakeTimers();
  const { engine, follow } = await openSubscription({ isDeaf: true });
  const waiting = range(10).map(() => follow({ after: 1, pollMs: 100 }).next());
  await vi.advanceTimersByTimeAsync(50);
  await engine.close();
  const ends = Promise.allSettled(waiting);
  await vi.advanceTimersByTimeAsync(100);
  expect((await ends).map(({ status }) => status)).toEqual(range(10).map(() => 'rejected'));
});

test('subscribe() finds what keeps a task from going on no later if others only read it', async () => {
  vi.useFakeTimers();
  const { engine, lease, follow } = await openSubscription({ isDeaf: true });
  const others = range(10).map(() => follow({ after: 1, pollMs: 100 }).next());
  let isStuck = false;
  const onQuiet = async (): Promise<void> => {
    if (isStuck) throw new Error('stuck');
  };
  const stuck = follow({ after: 1, pollMs: 100, onQuiet }).next();
  const errors: unknown[] = [];
  stuck.catch((error: unknown) => errors.push(error));
  await vi.advanceTimersByTimeAsync(50);
  isStuck = true;
  await vi.advanceTimersByTimeAsync(100);
  expect(errors.map(String)).toEqual(['Error: stuck']);
  await engine.append(lease, [statusEvent('completed')]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await Promise.all(others)).toHaveLength(10);
});
