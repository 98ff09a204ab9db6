import type { TaskLogger } from '@formwork/core';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { BlobMissingError } from '../errors.ts';
import {
  createGate,
  createLeased,
  newTask,
  pieceEvent,
  pushConfig,
  range,
  SCOPE,
} from '../testing/samples.ts';
import {
  type Attempt,
  createPushSender,
  type PushSender,
  type PushSenderOptions,
  decideReport,
} from './create-push-sender.ts';
import type { PostOutcome } from './posting.ts';

interface Seen {
  readonly id: string;
  readonly timestamp: number;
  readonly time: number;
}

interface Opened {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Returns the largest number of requests that the receiver handled at the same time. */
  readonly most: () => number;
}

/**
 * Opens a receiver of notifications, which answers the nth request once `hold(n)` resolves.
 * Default: at once.
 */
async function openReceiver(
  toStatus: (count: number) => number,
  hold: (count: number) => unknown = () => undefined,
): Promise<Opened> {
  const seen: Seen[] = [];
  let open = 0;
  let most = 0;
  const server = createServer(async ({ headers }, response) => {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
    seen.push({ id: String(id), timestamp: Number(timestamp), time: performance.now() });
    open += 1;
    most = Math.max(most, open);
    await hold(seen.length);
    open -= 1;
    response.writeHead(toStatus(seen.length)).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, seen, most: () => most };
}

function startSender(
  engine: TaskEngine,
  options: Partial<PushSenderOptions> = {},
): PushSender & { readonly logged: readonly string[] } {
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const logger: TaskLogger = { info: log, warn: log, error: log };
  const defaults = { allowPrivateAddresses: true, pollMs: 20 };
  const sender = createPushSender(engine, { logger, ...defaults, ...options });
  onTestFinished(() => sender.stop());
  return { ...sender, logged };
}

async function createTasks(engine: TaskEngine, count: number, url: string): Promise<void> {
  const push = pushConfig('a', { url });
  await Promise.all(range(count).map(() => engine.create(newTask({ push }))));
}

test('two senders on one engine send nothing twice', async () => {
  const engine = createMemoryEngine();
  const receiver = await openReceiver(
    () => 204,
    () => turn(),
  );
  startSender(engine);
  startSender(engine);
  await createTasks(engine, 50, receiver.url);
  await expect.poll(() => new Set(receiver.seen.map(({ id }) => id)).size).toBe(50);
  expect(receiver.seen).toHaveLength(50);
});

test('a sender sends to as many receivers at once as it is told, and to all in the end', async () => {
  const engine = createMemoryEngine();
  const three = createGate();
  const receiver = await openReceiver(
    () => 204,
    async (count) => {
      if (count === 3) three.open();
      await three.opened;
      await turn();
    },
  );
  await createTasks(engine, 20, receiver.url);
  startSender(engine, { concurrency: 3 });
  await expect.poll(() => receiver.seen.length).toBe(20);
  expect(receiver.most()).toBe(3);
});

test('attempts carry the time of the clock, and are apart as chance has it', async () => {
  const engine = createMemoryEngine();
  const receiver = await openReceiver((count) => (count < 3 ? 500 : 204));
  await createTasks(engine, 1, receiver.url);
  const now = (): number => Date.parse('2030-01-01T00:00:00.999Z');
  startSender(engine, { now, random: () => 0.5, retryBaseMs: 200 });
  await expect.poll(() => receiver.seen.length).toBe(3);
  const [first, second, third] = receiver.seen;
  expect(new Set(receiver.seen.map(({ timestamp }) => timestamp))).toEqual(
    new Set([Date.parse('2030-01-01T00:00:00Z') / 1000]),
  );
  // The waits are half of 200 ms, then half of 400 ms; a timer may be a millisecond early.
  expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThanOrEqual(99);
  expect((third?.time ?? 0) - (second?.time ?? 0)).toBeGreaterThanOrEqual(199);
});

test('what happens while nobody sends is sent by who comes next', async () => {
  const engine = createMemoryEngine();
  const receiver = await openReceiver(() => 204);
  let claims = 0;
  const first = startSender({
    ...engine,
    claimDeliveries(...args) {
      claims += 1;
      return engine.claimDeliveries(...args);
    },
  });
  await expect.poll(() => claims).toBeGreaterThan(1);
  await first.stop();
  const before = claims;
  await createTasks(engine, 1, receiver.url);
  startSender(engine);
  await expect.poll(() => receiver.seen.length).toBe(1);
  await createTasks(engine, 1, receiver.url);
  await expect.poll(() => receiver.seen.length).toBe(2);
  expect(claims).toBe(before);
});

test('a sender says when its engine fails, and goes on once it works', async () => {
  let time = Date.parse('2030-01-01T00:00:00Z');
  const engine = createMemoryEngine({ now: () => time });
  const receiver = await openReceiver(() => 204);
  let claims = 0;
  let reports = 0;
  const shaky: TaskEngine = {
    ...engine,
    claimDeliveries(request, limit) {
      claims += 1;
      return claims === 1
        ? Promise.reject(new Error('disk'))
        : engine.claimDeliveries(request, limit);
    },
    settleDelivery(delivery, report) {
      reports += 1;
      return reports === 1
        ? Promise.reject(new Error('disk'))
        : engine.settleDelivery(delivery, report);
    },
  };
  await createTasks(engine, 1, receiver.url);
  const { logged } = startSender(shaky);
  // The outcome of the first request could not be stored, so it is sent again after the lease ends.
  await expect.poll(() => logged).toHaveLength(2);
  time += 3_600_000;
  await expect.poll(() => receiver.seen.length).toBe(2);
  expect(receiver.seen[0]?.id).toBe(receiver.seen[1]?.id);
  expect(logged).toEqual(['Cannot claim notifications', 'Cannot keep track of a notification']);
});

test('a sender has nothing to say when a task is deleted amid its delivery', async () => {
  const engine = createMemoryEngine();
  const deleted = createGate();
  const receiver = await openReceiver(
    (count) => (count === 1 ? 500 : 204),
    () => deleted.opened,
  );
  const task = newTask({ push: pushConfig('a', { url: receiver.url }) });
  await engine.create(task);
  const { logged } = startSender(engine);
  await expect.poll(() => receiver.seen.length).toBe(1);
  await engine.delete(SCOPE, task.id);
  deleted.open();
  await expect.poll(() => logged).toEqual(['Cannot deliver a notification yet']);
  // What comes later is sent, and the first is not sent again.
  await createTasks(engine, 1, receiver.url);
  await expect.poll(() => receiver.seen.length).toBe(2);
  expect(new Set(receiver.seen.map(({ id }) => id)).size).toBe(2);
  expect(logged).toHaveLength(1);
});

test('a sender sends nothing of what is damaged, says so once, and goes on with the others', async () => {
  const engine = createMemoryEngine();
  const receiver = await openReceiver(() => 204);
  await createTasks(engine, 3, receiver.url);
  let claimed = 0;
  const damaging: TaskEngine = {
    ...engine,
    async claimDeliveries(...args) {
      const deliveries = await engine.claimDeliveries(...args);
      return deliveries.map((delivery) => {
        claimed += 1;
        return claimed === 1 ? { ...delivery, isDamaged: true } : delivery;
      });
    },
  };
  const { logged } = startSender(damaging);
  await expect.poll(() => engine.listDeadLetters()).toHaveLength(1);
  await expect.poll(() => receiver.seen.length).toBe(2);
  expect(logged).toEqual(['Cannot deliver notifications any more']);
  const [letter] = await engine.listDeadLetters();
  expect(letter?.reason).toBe('What is kept of it is damaged.');
});

test('a notification whose blob cannot be read now is sent later', async () => {
  const engine = createMemoryEngine();
  const receiver = await openReceiver(() => 204);
  await createTasks(engine, 1, receiver.url);
  let reads = 0;
  const unread: TaskEngine = {
    ...engine,
    async read(scope, taskId, page) {
      reads += 1;
      if (reads <= 2) throw new BlobMissingError(taskId, 'blob');
      return engine.read(scope, taskId, page);
    },
  };
  const { logged } = startSender(unread, { retryBaseMs: 1 });
  await expect.poll(() => receiver.seen.length).toBe(1);
  expect(logged).toEqual([
    'Cannot deliver a notification yet',
    'Cannot deliver a notification yet',
  ]);
  expect(await engine.listDeadLetters()).toEqual([]);
});

test('what was sent before a blob that cannot be read now is not sent again, nor is its failure counted', async () => {
  const engine = createMemoryEngine();
  const receiver = await openReceiver((count) => (count === 1 ? 500 : 204));
  const lease = await createLeased(engine, { push: pushConfig('a', { url: receiver.url }) });
  // The log is read in pages, of which the first has eight events.
  await engine.append(
    lease,
    range(9).map(() => pieceEvent('a', 'x')),
  );
  let isRead = false;
  const unread: TaskEngine = {
    ...engine,
    async read(scope, taskId, page) {
      if (page.after === 8 && !isRead) {
        isRead = true;
        throw new BlobMissingError(taskId, 'blob');
      }
      return engine.read(scope, taskId, page);
    },
  };
  startSender(unread, { retryBaseMs: 1, maxAttempts: 2 });
  await expect.poll(() => receiver.seen.at(-1)?.id).toBe(`${lease.taskId}:10`);
  expect(await engine.listDeadLetters()).toEqual([]);
  const ids = receiver.seen.slice(1).map(({ id }) => id);
  expect(ids).toEqual(range(10).map((index) => `${lease.taskId}:${index + 1}`));
});

test('a receiver that never answers takes no place from another', async () => {
  const engine = createMemoryEngine();
  const silent = await openReceiver(
    () => 204,
    () => new Promise(() => undefined),
  );
  const quick = await openReceiver(() => 204);
  await createTasks(engine, 200, silent.url);
  startSender(engine, { concurrency: 8, concurrencyPerHost: 2, timeoutMs: 600_000 });
  await expect.poll(() => silent.seen.length).toBe(2);
  // The fast receiver does not wait for the silent one, whose requests fail after ten minutes.
  await createTasks(engine, 50, quick.url);
  await expect.poll(() => quick.seen.length).toBe(50);
  expect(quick.most()).toBeLessThanOrEqual(2);
  expect(silent.seen).toHaveLength(2);
});

test('all that wait for one host are sent in the end, and given back when the sender stops', async () => {
  const engine = createMemoryEngine();
  const stopped = createGate();
  const receiver = await openReceiver(
    () => 204,
    (count) => (count === 5 ? stopped.opened : undefined),
  );
  await createTasks(engine, 100, receiver.url);
  const first = startSender(engine, { concurrencyPerHost: 1 });
  await expect.poll(() => receiver.seen.length).toBe(5);
  const stopping = first.stop();
  stopped.open();
  await stopping;
  expect(receiver.most()).toBe(1);
  expect(receiver.seen.length).toBeLessThan(100);
  startSender(engine);
  // The deliveries were given back, so the new sender need not wait until a lease ends.
  await expect.poll(() => new Set(receiver.seen.map(({ id }) => id)).size).toBe(100);
  expect(receiver.seen).toHaveLength(100);
  expect(first.logged).toEqual([]);
});

const SETTINGS = { maxAttempts: 5, maxAgeMs: 60_000, retryBaseMs: 100, retryCapMs: 1_000 };

const NOW = Date.parse('2026-01-01T00:00:00Z');

function settle(outcome: PostOutcome, attempt: Partial<Attempt> = {}) {
  const known = { failures: 0, failingForMs: 0, now: NOW, random: 0.5 };
  return decideReport({ outcome, ...known, ...attempt }, SETTINGS);
}

function answered(status: number, retryAfter?: string): PostOutcome {
  return { kind: 'answered', status, ...(retryAfter !== undefined && { retryAfter }) };
}

describe('decideSettlement()', () => {
  test.each([200, 201, 202, 204, 299])('takes %i as taken', (status) => {
    expect(settle(answered(status))).toBeUndefined();
  });

  test.each([100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 429, 500, 503])(
    'tries again after %i',
    (status) => {
      const reason = `The receiver answered ${status}`;
      expect(settle(answered(status))).toEqual({ kind: 'failed', retryInMs: 50, reason });
    },
  );

  test('gives up at once when the receiver is gone or must not be connected to', () => {
    const reason = 'The receiver answered 410';
    expect(settle(answered(410))).toEqual({ kind: 'dead', reason });
    expect(settle({ kind: 'refused', reason: 'no' })).toEqual({ kind: 'dead', reason: 'no' });
  });

  test('gives back what was aborted, without counting it', () => {
    expect(settle({ kind: 'aborted' }, { failures: 4 })).toEqual({ kind: 'released' });
  });

  test('doubles the longest wait up to the cap, and draws the wait from 0 to there', () => {
    const failed: PostOutcome = { kind: 'failed', reason: 'no answer' };
    const settings = { ...SETTINGS, maxAttempts: 100 };
    function longest(failures: number, random: number): unknown {
      const attempt = { outcome: failed, failures, failingForMs: 0, now: NOW, random };
      const report = decideReport(attempt, settings);
      return report?.kind === 'failed' ? report.retryInMs : report;
    }
    expect([0, 1, 2, 3, 4, 60].map((failures) => longest(failures, 0.999_999))).toEqual([
      99, 199, 399, 799, 999, 999,
    ]);
    expect([0, 1, 60].map((failures) => longest(failures, 0))).toEqual([0, 0, 0]);
  });

  test.each([
    ['a number of seconds', '1', 1_000],
    ['a date', new Date(NOW + 1_000).toUTCString(), 1_000],
    ['more than the cap', '86400', 1_000],
    ['less than the wait', '0', 50],
    ['a date that is over', new Date(NOW - 1_000).toUTCString(), 50],
    ['nonsense', 'soon', 50],
  ])('heeds Retry-After that is %s', (_what, value, retryInMs) => {
    expect(settle(answered(503, value))).toMatchObject({ kind: 'failed', retryInMs });
  });

  test('gives up after so many attempts, or so long a time', () => {
    expect(settle(answered(503), { failures: 3 })).toMatchObject({ kind: 'failed' });
    expect(settle(answered(503), { failures: 4 })).toMatchObject({ kind: 'dead' });
    expect(settle(answered(503), { failingForMs: 59_999 })).toMatchObject({ kind: 'failed' });
    expect(settle(answered(503), { failingForMs: 60_000 })).toMatchObject({ kind: 'dead' });
  });
});
