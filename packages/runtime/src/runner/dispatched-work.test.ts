import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Dispatcher, DispatchJob } from '../dispatch/dispatcher.ts';
import { EngineStorageError } from '../errors.ts';
import { findQueueLog } from '../service-log.ts';
import { describeDispatcher } from '../testing/describe-dispatcher.ts';
import { createGate } from '../testing/samples.ts';
import { startRunner, untilAborted } from '../testing/start-runner.ts';
import { checkRunnerOptions } from './runner-options.ts';

afterEach(() => {
  vi.useRealTimers();
});

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
          // Real time: the queue itself keeps jobs until their delay is over.
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
  const sent = createGate();
  const { send, stateOf } = startRunner(
    { skill: { run: ({ id }) => (begun.push(id), sent.opened) } },
    { ...NO_SWEEP, concurrency: 1, dispatcher: createLine().open() },
  );
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push(await send());
  sent.open();
  for (const id of ids) await expect.poll(() => stateOf(id)).toBe('completed');
  expect(begun).toEqual(ids);
});

test('a job that comes twice, late, or for no task does nothing', async () => {
  const begun: string[] = [];
  const sent = createGate();
  const dispatcher = createLine().open();
  const { send, stateOf, logged } = startRunner(
    { skill: { run: ({ id }) => (begun.push(id), sent.opened) } },
    { ...NO_SWEEP, concurrency: 2, dispatcher },
  );
  const id = await send();
  await dispatcher.enqueue({ taskId: id });
  await dispatcher.enqueue({ taskId: id });
  await dispatcher.enqueue({ taskId: crypto.randomUUID() });
  sent.open();
  await expect.poll(() => stateOf(id)).toBe('completed');
  await dispatcher.enqueue({ taskId: id });
  // This waits for the jobs that are under way.
  await dispatcher.close();
  expect(begun).toEqual([id]);
  expect(logged).toEqual([]);
});

test('jobs that arrive during a sweep get the places that it does not use', async () => {
  const dispatcher = createLine().open();
  const { engine, send, stateOf } = startRunner(
    { skill: { run: () => turn() } },
    { pollMs: 30, concurrency: 1, dispatcher },
  );
  const { claim } = engine;
  // A search of the engine takes longer than jobs take to arrive, and finds no task.
  engine.claim = async (request, limit) => {
    if (request.taskIds !== undefined) return claim(request, limit);
    // Real time: a long search makes it likelier that jobs come meanwhile.
    await sleep(25);
    return [];
  };
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    ids.push(await send());
    // Real time: jobs that come one after the other come amid a search, and between two.
    await sleep(5);
  }
  for (const id of ids) await expect.poll(() => stateOf(id)).toBe('completed');
});

test('a task whose job is lost is found by the sweep', async () => {
  const dispatcher = { ...createLine().open(), enqueue: async () => undefined };
  const sent = createGate();
  const { send, stateOf } = startRunner(
    { skill: { run: () => sent.opened } },
    { pollMs: 20, concurrency: 1, dispatcher },
  );
  const ids = [await send(), await send(), await send()];
  sent.open();
  for (const id of ids) await expect.poll(() => stateOf(id)).toBe('completed');
});

test('a queue that takes no jobs, or gives none, is reported, and keeps nobody waiting', async () => {
  const fail = (): Promise<never> => Promise.reject(new Error('away'));
  const dispatcher = { ...createLine().open(), enqueue: fail, consume: fail };
  const sent = createGate();
  const { send, stateOf, logged } = startRunner(
    { skill: { run: () => sent.opened } },
    { pollMs: 20, concurrency: 1, dispatcher },
  );
  const ids = [await send(), await send()];
  sent.open();
  for (const id of ids) await expect.poll(() => stateOf(id)).toBe('completed');
  expect(logged).toEqual([
    expect.stringContaining('The queue of tasks is away; new tasks are kept'),
  ]);
});

test('a queue that is away is told of at growing intervals, and once it is back', () => {
  let minutes = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => minutes * 60_000);
  onTestFinished(() => now.mockRestore());
  const logged: string[] = [];
  const log = (text: string, fields?: object): void =>
    void logged.push(`${minutes}: ${text} ${JSON.stringify(fields)}`);
  const dispatcher = { address: 'redis://queue:6379' };
  const logger = { info: log, warn: log, error: log };
  const queue = findQueueLog(dispatcher, logger);
  expect(findQueueLog(dispatcher, logger)).toBe(queue);
  queue.succeed();
  for (; minutes < 200; minutes += 0.25) queue.fail(new Error('connect ECONNREFUSED'));
  queue.succeed();
  queue.succeed();
  const times = (text: string): readonly number[] =>
    logged.filter((line) => line.includes(text)).map((line) => Number.parseFloat(line));
  expect(times('is away; new tasks are kept')).toEqual([0]);
  expect(times('is still away; new tasks are kept')).toEqual([1, 3, 7, 15, 31, 63, 123, 183]);
  expect(logged.at(-1)).toBe(
    '200: The queue of tasks is back, and the work goes on {"address":"redis://queue:6379","awayMs":12000000}',
  );
  expect(logged).toHaveLength(10);
  expect(logged[0]).toContain(
    '"address":"redis://queue:6379","error":"Error: connect ECONNREFUSED"',
  );

  logged.length = 0;
  for (const end = minutes + 4; minutes < end; minutes += 0.25) queue.report(new Error('full'));
  queue.report(new Error('other'));
  expect(times('The queue has a fault')).toEqual([200, 201, 203, 204]);
});

test('a task whose skill has no place does not keep others from theirs', async () => {
  const begun: string[] = [];
  let most = 0;
  let running = 0;
  const seen = createGate();
  const { send, stateOf } = startRunner(
    {
      few: {
        concurrency: 1,
        async run() {
          running += 1;
          most = Math.max(most, running);
          await seen.opened;
          await turn();
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
  seen.open();
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
  const countJobs = (id: string): number => enqueued.filter(({ taskId }) => taskId === id).length;
  const { send, stateOf } = startRunner(
    { skill: { run: ({ id }) => expect.poll(() => countJobs(id)).toBeGreaterThanOrEqual(3) } },
    { ...NO_SWEEP, leaseMs: 300, dispatcher: watched },
  );
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  const count = countJobs(id);
  // Even on a machine so busy that a lease is nearly over, no job comes back at once.
  expect(enqueued.every(({ delayMs = 0 }) => delayMs >= 50)).toBe(true);
  // While another task is queued again and again, the one that has ended is not.
  const other = await send();
  await expect.poll(() => stateOf(other)).toBe('completed');
  expect(countJobs(id)).toBeLessThanOrEqual(count + 1);
});

test('a task whose claims lost their answers, ten in a row, runs in its first attempt', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  const gate = createGate();
  const attempts: number[] = [];
  const { engine, send, stateOf } = startRunner(
    { skill: { run: ({ attempt }) => (attempts.push(attempt), gate.opened) } },
    { ...NO_SWEEP, concurrency: 1, dispatcher: createLine().open() },
  );
  const { claim } = engine;
  let lost = 0;
  engine.claim = async (request, limit) => {
    const leases = await claim(request, limit);
    if (leases.length === 0 || lost === 10) return leases;
    lost += 1;
    throw new EngineStorageError('LOST', { isAway: true, mayBeStored: true });
  };
  const [first, second] = [await send(), await send()];
  gate.open();
  for (let step = 0; step < 300; step += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    await turn();
  }
  expect([await stateOf(first), await stateOf(second)]).toEqual(['completed', 'completed']);
  expect(lost).toBe(10);
  expect(attempts).toEqual([1, 1]);
});

test('a dispatcher that cannot be one is refused', () => {
  const dispatcher = {} as Dispatcher;
  expect(() => checkRunnerOptions({ dispatcher })).toThrow('dispatcher must be a dispatcher');
});
