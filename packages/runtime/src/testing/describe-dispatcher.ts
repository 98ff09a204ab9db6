import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Dispatcher, DispatchJob, Scheduler } from '../dispatch/dispatcher.ts';
import { PATIENCE, range } from './samples.ts';

/** A kind of message queue, which {@link describeDispatcher} tests. */
export interface DispatcherUnderTest {
  /** Makes a queue that nothing else uses; `open` connects to it as one process does. */
  createQueue(): Promise<{ readonly open: () => Dispatcher & Partial<Scheduler> }>;
}

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

type Opened = Dispatcher & Partial<Scheduler>;

async function openTwo(subject: DispatcherUnderTest): Promise<readonly [Opened, Opened]> {
  const { open } = await subject.createQueue();
  const pair = [open(), open()] as const;
  onTestFinished(async () => {
    await Promise.all(pair.map((one) => one.close()));
  });
  return pair;
}

/**
 * Declares the tests that every `Dispatcher` must pass, in a `describe` block, and those of a
 * `Scheduler` if it is one.
 */
export function describeDispatcher(name: string, subject: DispatcherUnderTest): void {
  describe(`Dispatcher of ${name}`, () => {
    test('delivers every job to one of the processes that consume, with its fields', async () => {
      const [one, other] = await openTwo(subject);
      const delivered: DispatchJob[] = [];
      const run = async (job: DispatchJob): Promise<void> => void delivered.push(job);
      const jobs = range(50).map((index) => ({ taskId: `task-${index}`, skillId: 'skill' }));
      await Promise.all(jobs.slice(0, 25).map((job) => one.enqueue(job)));
      await Promise.all([one, other].map((each) => each.consume(run, { concurrency: 8, logger })));
      await Promise.all(jobs.slice(25).map((job) => other.enqueue(job)));
      await other.enqueue({ taskId: 'plain' });
      await expect.poll(() => delivered.length, PATIENCE).toBeGreaterThanOrEqual(51);
      const ids = delivered.map(({ taskId }) => taskId);
      expect(new Set(ids)).toEqual(new Set(['plain', ...jobs.map(({ taskId }) => taskId)]));
      expect(delivered).toContainEqual({ taskId: 'task-7', skillId: 'skill' });
      expect(delivered).toContainEqual({ taskId: 'plain' });
    });

    test('takes any number of jobs of one task', async () => {
      const [one, other] = await openTwo(subject);
      const delivered: string[] = [];
      await other.consume(async ({ taskId }) => void delivered.push(taskId), {
        concurrency: 2,
        logger,
      });
      await Promise.all(range(3).map(() => one.enqueue({ taskId: 'same' })));
      await expect.poll(() => delivered.length, PATIENCE).toBeGreaterThanOrEqual(3);
    });

    test('keeps a job until its delay is over', async () => {
      const [one] = await openTwo(subject);
      const delivered: { readonly taskId: string; readonly at: number }[] = [];
      let begin = performance.now();
      const run = async ({ taskId }: DispatchJob): Promise<void> =>
        void delivered.push({ taskId, at: performance.now() - begin });
      await one.consume(run, { concurrency: 4, logger });
      await one.enqueue({ taskId: 'plain' });
      await expect.poll(() => delivered, PATIENCE).toHaveLength(1);
      // The delay is longer than this queue takes for several jobs without one.
      const delayMs = 1_500 + 3 * (delivered[0]?.at ?? 0);
      begin = performance.now();
      await one.enqueue({ taskId: 'late', delayMs });
      await one.enqueue({ taskId: 'soon' });
      await expect.poll(() => delivered, PATIENCE).toHaveLength(3);
      expect(delivered.map(({ taskId }) => taskId)).toEqual(['plain', 'soon', 'late']);
      expect(delivered[2]?.at).toBeGreaterThanOrEqual(delayMs - 50);
    });

    test('has no more jobs under way than asked for', async () => {
      const [one, other] = await openTwo(subject);
      let [running, most, done] = [0, 0, 0];
      await Promise.all(range(9).map((index) => other.enqueue({ taskId: `task-${index}` })));
      async function run(): Promise<void> {
        running += 1;
        most = Math.max(most, running);
        // Real time: a queue that has too many under way begins one more meanwhile.
        await sleep(30);
        running -= 1;
        done += 1;
      }
      await one.consume(run, { concurrency: 3, logger });
      await expect.poll(() => done, PATIENCE).toBeGreaterThanOrEqual(9);
      expect(most).toBeLessThanOrEqual(3);
    });

    test('delivers nothing after a stop, which waits for what is under way', async () => {
      const [one, other] = await openTwo(subject);
      const [left, right]: [string[], string[]] = [[], []];
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const stop = await one.consume(
        async ({ taskId }) => {
          left.push(taskId);
          await held;
        },
        { concurrency: 1, logger },
      );
      await other.enqueue({ taskId: 'first' });
      await expect.poll(() => left, PATIENCE).toEqual(['first']);
      let isStopped = false;
      const stopping = stop().then(() => (isStopped = true));
      // Real time: a stop that waits for nothing is over by then.
      await sleep(50);
      expect(isStopped).toBe(false);
      release();
      await stopping;
      await other.enqueue({ taskId: 'second' });
      await other.consume(async ({ taskId }) => void right.push(taskId), {
        concurrency: 1,
        logger,
      });
      await expect.poll(() => right, PATIENCE).toContain('second');
      expect(left).toEqual(['first']);
    });

    test('keeps what nobody consumes', async () => {
      const { open } = await subject.createQueue();
      const gone = open();
      await gone.enqueue({ taskId: 'kept' });
      await gone.close();
      const later = open();
      onTestFinished(() => later.close());
      const delivered: string[] = [];
      await later.consume(async ({ taskId }) => void delivered.push(taskId), {
        concurrency: 1,
        logger,
      });
      await expect.poll(() => delivered, PATIENCE).toEqual(['kept']);
    });

    test('has repeated work done by one process each time, if it is a scheduler', async () => {
      const [one, other] = await openTwo(subject);
      const done: number[] = [];
      const begin = performance.now();
      const repeated = {
        name: 'work',
        everyMs: 1_000,
        work: async (): Promise<void> => void done.push(performance.now() - begin),
        logger,
      };
      const ends = await Promise.all([one, other].map(async (each) => each.repeat?.(repeated)));
      if (ends.includes(undefined)) return;
      await expect.poll(() => done.length, PATIENCE).toBeGreaterThanOrEqual(3);
      await Promise.all(ends.map(async (end) => end?.()));
      // A scheduler may begin in the middle of an interval, so the work may be done one more time.
      const times = Math.ceil((performance.now() - begin) / 1_000) + 1;
      expect(done.length).toBeLessThanOrEqual(times);
    });
  });
}
