import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  claimDelivery,
  createFile,
  createLeased,
  LONG_CLAIM,
  newTask,
  pushConfig,
  statusEvent,
} from '../testing/samples.ts';
import { createMemoryEngine } from './memory-engine.ts';
import { createSqliteEngine } from './sqlite/create-sqlite-engine.ts';
import type { TaskEngine } from './task-engine.ts';

const HOUR = 3_600_000;

// Only `Date` is faked. The clock of the process, `performance`, continues as usual.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe.each(['memory', 'SQLite', 'SQLite, opened again'])(
  'the clock of the machine is set back by an hour (%s)',
  (kind) => {
    const isOnFile = kind !== 'memory';
    const isReopened = kind === 'SQLite, opened again';
    let file: string;

    function open(): TaskEngine {
      const engine = isOnFile ? createSqliteEngine({ file }) : createMemoryEngine();
      onTestFinished(() => engine.close());
      return engine;
    }

    async function setBack(engine: TaskEngine): Promise<TaskEngine> {
      vi.setSystemTime(Date.now() - HOUR);
      return isReopened ? open() : engine;
    }

    beforeEach(() => {
      file = isOnFile ? createFile() : '';
    });

    test('a lease runs out when its time is over', async () => {
      const engine = open();
      const { taskId } = await createLeased(engine, {}, { worker: 'w', ttlMs: 40 });
      const later = await setBack(engine);
      await expect.poll(() => later.claim(LONG_CLAIM, 1)).toMatchObject([{ taskId, epoch: 2 }]);
    });

    test('a lease does not run out before', async () => {
      const engine = open();
      await createLeased(engine, {}, { worker: 'w', ttlMs: HOUR });
      const later = await setBack(engine);
      // Real time: it goes on while the clock of the machine is set back, and may not count twice.
      await sleep(20);
      expect(await later.claim(LONG_CLAIM, 1)).toEqual([]);
    });

    test('a task rests as long as it was to rest', async () => {
      const engine = open();
      const lease = await createLeased(engine);
      const later = await setBack(engine);
      await later.release([lease], { retryAfterMs: 40 });
      await expect
        .poll(() => later.claim(LONG_CLAIM, 1))
        .toMatchObject([{ taskId: lease.taskId, attempt: 2 }]);
    });

    test('a notification is tried again', async () => {
      const engine = open();
      const { taskId } = await engine.create(newTask({ push: pushConfig('a') }));
      const later = await setBack(engine);
      const delivery = await claimDelivery(later);
      await later.settleDelivery(delivery, { kind: 'failed', retryInMs: 40, reason: 'HTTP 503' });
      await expect.poll(() => claimDelivery(later)).toMatchObject({ taskId });
    });

    test('the times of a log go forward', async () => {
      const engine = open();
      const lease = await createLeased(engine);
      const later = await setBack(engine);
      await later.append(lease, [statusEvent('working')]);
      // Real time: the next event is some milliseconds younger.
      await sleep(20);
      await later.append(lease, [statusEvent('working')]);
      const log = await later.read(lease.scope, lease.taskId, { after: 0 });
      const [first = 0, second = 0, third = 0] = log.map(({ timestamp }) => Date.parse(timestamp));
      expect(second).toBeGreaterThanOrEqual(first);
      expect(third).toBeGreaterThan(second);
    });
  },
);
