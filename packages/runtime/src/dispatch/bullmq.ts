import {
  checkOptions,
  ESCAPED_PASSWORD,
  hasSplitPassword,
  toShownAddress,
} from '@formwork/schema/internal';
import type { OptionRule } from '@formwork/schema';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { findQueueLog, type QueueLog } from '../service-log.ts';
import type { Dispatcher, DispatchJob, RepeatedWork, Scheduler } from './dispatcher.ts';

/** Options of {@link createBullMqDispatcher}. */
export interface BullMqDispatcherOptions {
  /** The address of a Redis or Valkey server: `redis://user:password@host:6379/0`, or `rediss://`. */
  readonly url: string;
  /**
   * The beginning of all keys on the server; different agents need different ones. Default
   * `formwork`.
   */
  readonly prefix?: string;
}

/** A queue of tasks and a scheduler of timed work, both on BullMQ. */
export interface BullMqDispatcher extends Dispatcher, Scheduler {}

/** A job as BullMQ stores it, without its delay, which BullMQ takes as a setting of the job. */
type StoredJob = Omit<DispatchJob, 'delayMs'>;

const QUEUE = 'tasks';

/** The time after which another process gets the job of a process that died, in milliseconds. */
const LOCK_MS = 10_000;

/** How often a job that was fetched but not finished may be delivered again. */
const REDELIVERIES = 1_000;

/** The time for which a call waits for the Redis server before it rejects, in milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * The time after which a worker replaces a connection that gives no answer, in milliseconds: it
 * waits for up to ten seconds for the next job.
 */
const SILENCE_MS = 15_000;

/** The time for which a process that begins or ends waits for the Redis server, in milliseconds. */
const GLANCE_MS = 1_000;

const URL_RULE: OptionRule = {
  expected: `the address of a Redis or Valkey server, "redis://...", ${ESCAPED_PASSWORD}`,
  isValid: (value) =>
    typeof value === 'string' && /^rediss?:\/\//u.test(value) && !hasSplitPassword(value),
  // A wrong address may contain a password all the same.
  describe: (value) => (typeof value === 'string' ? describeAddress(value) : undefined),
};

function describeAddress(address: string): string {
  const shown = toShownAddress(address);
  return shown === undefined ? 'not shown' : JSON.stringify(shown);
}

const PREFIX_RULE: OptionRule = {
  expected: 'text that is not empty',
  isValid: (value) => typeof value === 'string' && value !== '',
};

/**
 * Makes a dispatcher on BullMQ, an optional peer dependency with `ioredis`: jobs are on a Redis or
 * Valkey server. If that server loses jobs in a crash, runners find the tasks when they search the
 * engine.
 *
 * @throws TypeError that names the option at fault
 *
 * @example
 * ```ts
 * import { createBullMqDispatcher } from '@formwork/runtime/bullmq';
 *
 * const dispatcher = createBullMqDispatcher({ url: 'redis://queue.internal:6379' });
 * ```
 */
export function createBullMqDispatcher(options: BullMqDispatcherOptions): BullMqDispatcher {
  checkOptions(options, {
    subject: 'Cannot dispatch through BullMQ',
    rules: { url: URL_RULE, prefix: PREFIX_RULE },
  });
  const { url, prefix = 'formwork' } = options;
  const ends = new Set<() => Promise<void>>();
  const queues = new Map<string, Queue>();
  const reports = new Set<QueueLog>();
  let client: Redis | undefined;

  /**
   * Returns the connection that all queues share, and opens it first if needed. Its error events
   * are ignored, because each failed call rejects by itself. It goes on connecting to a server that
   * is away, so that it knows when the server is back; a connection that was lost in silence is known
   * by a call without an answer.
   */
  function connect(): Redis {
    client ??= new Redis(url, { maxRetriesPerRequest: 1, socketTimeout: PATIENCE_MS })
      .on('error', () => undefined)
      .on('ready', () => {
        for (const log of reports) log.succeed();
      });
    return client;
  }

  function openQueue(name: string): Queue {
    const known = queues.get(name);
    if (known !== undefined) return known;
    const queue = new Queue(name, {
      prefix,
      connection: connect(),
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    });
    queue.on('error', () => undefined);
    queues.set(name, queue);
    return queue;
  }

  async function consume(
    name: string,
    run: (data: StoredJob) => Promise<void>,
    { concurrency, logger }: Parameters<Dispatcher['consume']>[1],
  ): Promise<() => Promise<void>> {
    const running = new Set<Promise<void>>();
    async function work({ data }: { readonly data: StoredJob }): Promise<void> {
      const done = run(data).finally(() => running.delete(done));
      running.add(done);
      await done;
    }
    const worker = new Worker<StoredJob, void>(name, work, {
      prefix,
      connection: { url, maxRetriesPerRequest: null, socketTimeout: SILENCE_MS },
      concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: LOCK_MS,
      maxStalledCount: REDELIVERIES,
    });
    connect();
    const log = findQueueLog(dispatcher, logger);
    reports.add(log);
    worker.on('error', (error) => {
      if (!isConnectionFault(error)) log.report(error);
      // A connection that breaks while the server is there is made again at once.
      else if (connect().status !== 'ready') log.fail(error);
    });
    async function end(): Promise<void> {
      ends.delete(end);
      // A worker that is asked to finish its jobs waits for ever for a server that is away. Its jobs
      // are delivered again.
      const isAway = await inTime(connect().ping(), GLANCE_MS).then(
        () => false,
        () => true,
      );
      const closing = worker.close(isAway);
      closing.catch(() => undefined);
      // Work under way takes as long as it takes: only the server of the queue has a limit.
      while (running.size > 0) await Promise.allSettled(running);
      await inTime(closing);
    }
    ends.add(end);
    // The worker goes on connecting to a server that is away.
    await inTime(worker.waitUntilReady(), GLANCE_MS).catch(() => undefined);
    return end;
  }

  const address = toShownAddress(url);
  const dispatcher: BullMqDispatcher = {
    ...(address !== undefined && { address }),
    async enqueue({ delayMs = 0, ...job }) {
      await inTime(openQueue(QUEUE).add('task', job, { delay: Math.ceil(delayMs) }));
    },
    consume: (run, consumed) => consume(QUEUE, run, consumed),
    async repeat({ name, everyMs, work, logger }: RepeatedWork) {
      const queue = `repeat-${name.replaceAll(':', '-')}`;
      const template = { name: 'work', data: {} };
      await inTime(openQueue(queue).upsertJobScheduler(name, { every: everyMs }, template));
      return consume(queue, () => work(), { concurrency: 1, logger });
    },
    async close() {
      const ended = await Promise.allSettled([...ends].map((end) => end()));
      // The queues are not closed one by one, because closing waits for a server that they never
      // reached. The connection ends in any case: it would hold the process.
      client?.disconnect();
      const fault = ended.find((outcome) => outcome.status === 'rejected');
      if (fault !== undefined) throw fault.reason;
    },
  };
  return dispatcher;
}

/** Returns true for the error of a connection that broke or could not be made. */
function isConnectionFault(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    /^E[A-Z_]+$/u.test(code) || /^(?:Connection is closed|Socket timeout)\./u.test(error.message)
  );
}

/** Waits for the server's answer, but rejects after a time; a queue alone would wait for ever. */
async function inTime<Value>(
  answer: Promise<Value>,
  limitMs: number = PATIENCE_MS,
): Promise<Value> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const late = sleep(limitMs, undefined, { signal }).then(
    () => Promise.reject(new Error(`The server of the queue has not answered in ${limitMs} ms.`)),
    () => answer,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    waiting.abort();
  }
}
