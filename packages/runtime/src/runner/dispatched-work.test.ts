import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Dispatcher, DispatchJob } from '../dispatch/dispatcher.ts';
import { describeDispatcher } from '../testing/describe-dispatcher.ts';
import { startRunner, untilAborted } from '../testing/start-runner.ts';
import { checkRunnerOptions } from './runner-options.ts';

/** A queue in this process, and its jobs that no process has taken yet. */
interface Line {
  readonly jobs: DispatchJob[];
  open(): Dispatcher;
}

/** Makes a message queue that keeps its jobs in the memory of this process. */
function createLine(): Line {
  const jobs: DispatchJob[] = [];
  const takers = new Set<() => void>();

  function add(job: DispatchJob): void {
    jobs.push(job);
    for (const take of takers) take();
  }

  return {
    jobs,
    open() {
      const ends = new Set<() => Promise<void>>();
      return {
        async enqueue({ delayMs = 0, ...job }) {
          if (delayMs === 0) add(job);
          else setTimeout(() => add(job), delayMs);
        },
        async consume(run, { concurrency }) {
          const active = new Set<Promise<void>>();
          function take(): void {
            while (active.size < concurrency) {
              const job = jobs.shift();
              if (job === undefined) return;
              const running = run(job).finally(() => {
                active.delete(running);
                if (takers.has(take)) take();
              });
              active.add(running);
            }
          }
          async function end(): Promise<void> {
            takers.delete(take);
            await Promise.all(active);
          }
          takers.add(take);
          ends.add(end);
          take();
          return end;
        },
        async close() {
          await Promise.all([...ends].map((end) => end()));
        },
      };
    },
  };
}

describeDispatcher('a queue in memory', { createQueue: async () => createLine() });

/** The options of a runner that does not search the engine for tasks during a test. */
const NO_SWEEP = { pollMs: 600_000 };

test('tasks that find no place come by the dispatcher, in their order', async () => {
  const begun: string[] = [];
  const { send, stateOf } = startRunner(
    { skill: { run: ({ id }) => (begun.push(id), sleep(5)) } },
    { ...NO_SWEEP, concurrency: 1, dispatcher: createLine().open() },
  );
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push(await send());
  for (const id of ids) await expect.poll(() => stateOf(id)).toBe('completed');
  expect(begun).toEqual(ids);
});

test('a job that comes twice, late, or for no task does nothing', async () => {
  const begun: string[] = [];
  const dispatcher = createLine().open();
  const { send, stateOf, logged } = startRunner(
    { skill: { run: ({ id }) => (begun.push(id), sleep(20)) } },
    { ...NO_SWEEP, concurrency: 2, leaseMs: 60, dispatcher },
  );
  const id = await send();
  await dispatcher.enqueue({ taskId: id });
  await dispatcher.enqueue({ taskId: id });
  await dispatcher.enqueue({ taskId: crypto.randomUUID() });
  await expect.poll(() => stateOf(id)).toBe('completed');
  await dispatcher.enqueue({ taskId: id });
  await sleep(100);
  expect(begun).toEqual([id]);
  expect(logged).toEqual([]);
});

test('jobs that arrive during a sweep get the places that it does not use', async () => {
  const dispatcher = createLine().open();
  const { engine, send, stateOf } = startRunner(
    { skill: { run: () => sleep(1) } },
    { pollMs: 30, concurrency: 1, dispatcher },
  );
  const { claim } = engine;
  // A search of the engine takes longer than jobs take to arrive, and finds no task.
  engine.claim = async (request, limit) => {
    if (request.taskIds !== undefined) return claim(request, limit);
    await sleep(25);
    return [];
  };
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    ids.push(await send());
    await sleep(5);
  }
  for (const id of ids) await expect.poll(() => stateOf(id)).toBe('completed');
});

test('a task whose job is lost is found by the sweep', async () => {
  const dispatcher = { ...createLine().open(), enqueue: async () => undefined };
  const { send, stateOf } = startRunner(
    { skill: { run: () => sleep(5) } },
    { pollMs: 20, concurrency: 1, dispatcher },
  );
  const ids = [await send(), await send(), await send()];
  for (const id of ids) await expect.poll(() => stateOf(id)).toBe('completed');
});

test('a queue that takes no jobs, or gives none, is reported, and keeps nobody waiting', async () => {
  const fail = (): Promise<never> => Promise.reject(new Error('away'));
  const dispatcher = { ...createLine().open(), enqueue: fail, consume: fail };
  const { send, stateOf, logged } = startRunner(
    { skill: { run: () => sleep(5) } },
    { pollMs: 20, concurrency: 1, dispatcher },
  );
  const ids = [await send(), await send()];
  for (const id of ids) await expect.poll(() => stateOf(id)).toBe('completed');
  expect(logged).toContain('Cannot take tasks from the queue');
  expect(logged).toContain('Cannot put a task into the queue');
});

test('a task whose skill has no place does not keep others from theirs', async () => {
  const begun: string[] = [];
  let most = 0;
  let running = 0;
  const { send, stateOf } = startRunner(
    {
      few: {
        concurrency: 1,
        async run() {
          running += 1;
          most = Math.max(most, running);
          await sleep(30);
          running -= 1;
        },
      },
      any: { run: ({ id }) => void begun.push(id) },
    },
    { ...NO_SWEEP, concurrency: 3, dispatcher: createLine().open() },
  );
  const few = [await send('few'), await send('few'), await send('few')];
  const other = await send('any');
  await expect.poll(() => begun).toEqual([other]);
  expect(await stateOf(few[1] ?? '')).toBe('submitted');
  for (const id of few) await expect.poll(() => stateOf(id)).toBe('completed');
  expect(most).toBe(1);
});

test('another attempt comes by the dispatcher, after its delay', async () => {
  const times: number[] = [];
  const { send, stateOf } = startRunner(
    {
      skill: {
        retry: { delayMs: 100, isTransient: () => true },
        run() {
          times.push(performance.now());
          if (times.length === 1) throw new Error('once');
        },
      },
    },
    { ...NO_SWEEP, dispatcher: createLine().open() },
  );
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(49);
});

test('stop() puts back what waits for a place, and queues what it gives back', async () => {
  const line = createLine();
  const { runner, send, stateOf } = startRunner(
    { skill: { run: untilAborted } },
    { ...NO_SWEEP, concurrency: 1, dispatcher: line.open() },
  );
  const [first, second] = [await send(), await send()];
  await expect.poll(() => stateOf(first)).toBe('working');
  await expect.poll(() => line.jobs).toEqual([]);
  await runner.stop();
  expect(new Set(line.jobs.map(({ taskId }) => taskId))).toEqual(new Set([first, second]));
});

test('a task that runs on is queued again and again, until it ends', async () => {
  const line = createLine();
  const enqueued: DispatchJob[] = [];
  const dispatcher = line.open();
  const watched = {
    ...dispatcher,
    async enqueue(job: DispatchJob) {
      enqueued.push(job);
      await dispatcher.enqueue(job);
    },
  };
  const { send, stateOf } = startRunner(
    { skill: { run: () => sleep(400) } },
    { ...NO_SWEEP, leaseMs: 90, dispatcher: watched },
  );
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  const count = enqueued.length;
  expect(count).toBeGreaterThanOrEqual(2);
  expect(enqueued.every(({ taskId, delayMs = 0 }) => taskId === id && delayMs >= 50)).toBe(true);
  await sleep(300);
  expect(enqueued.length).toBeLessThanOrEqual(count + 1);
});

test('a dispatcher that cannot be one is refused', () => {
  const dispatcher = {} as Dispatcher;
  expect(() => checkRunnerOptions({ dispatcher })).toThrow('dispatcher must be a dispatcher');
});
