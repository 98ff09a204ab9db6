import { checkOptions, toErrorText } from '@formwork/schema/internal';
import type { OptionRule } from '@formwork/schema';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher, DispatchJob, RepeatedWork, Scheduler } from './dispatcher.ts';

/** Options of {@link createBullMqDispatcher}. */
export interface BullMqDispatcherOptions {
  /** The address of a Redis or Valkey server: `redis://user:password@host:6379/0`, or `rediss://`. */
  readonly url: string;
  /** What all keys on the server begin with; different agents need different ones. Default `formwork`. */
  readonly prefix?: string;
}

/** A dispatcher that is a scheduler, too. */
export interface BullMqDispatcher extends Dispatcher, Scheduler {}

/** A job as it is stored: its delay is a setting of the queue. */
type StoredJob = Omit<DispatchJob, 'delayMs'>;

const QUEUE = 'tasks';

/** How long a job that a dead process held is left alone, in milliseconds. */
const LOCK_MS = 10_000;

/** How often something fetched but not finished may be delivered again. */
const REDELIVERIES = 1_000;

/** How long to wait for the server before a job is refused, in milliseconds. */
const PATIENCE_MS = 5_000;

const URL_RULE: OptionRule = {
  expected: 'the address of a Redis or Valkey server, "redis://..."',
  isValid: (value) => typeof value === 'string' && /^rediss?:\/\//u.test(value),
};

const PREFIX_RULE: OptionRule = {
  expected: 'text that is not empty',
  isValid: (value) => typeof value === 'string' && value !== '',
};

/**
 * Makes a dispatcher on BullMQ, an optional peer with `ioredis`: jobs are on a Redis or Valkey server.
 * What that server loses in a crash of its own, the sweep of the runners finds.
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
  let client: Redis | undefined;

  /** Connects on behalf of all queues that are asked; each call that fails says so itself. */
  function connect(): Redis {
    client ??= new Redis(url, { maxRetriesPerRequest: 1 }).on('error', () => undefined);
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
    const worker = new Worker<StoredJob, void>(name, ({ data }) => run(data), {
      prefix,
      connection: { url, maxRetriesPerRequest: null },
      concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: LOCK_MS,
      maxStalledCount: REDELIVERIES,
    });
    worker.on('error', (error) => {
      logger.error('The queue has a fault', { error: toErrorText(error) });
    });
    async function end(): Promise<void> {
      ends.delete(end);
      await worker.close();
    }
    ends.add(end);
    await worker.waitUntilReady();
    return end;
  }

  return {
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
      await Promise.all([...ends].map((end) => end()));
      // Not by its queues, which wait for a server that they never reached.
      client?.disconnect();
    },
  };
}

/** Waits for an answer of the server, but not without end, as a queue does by itself. */
async function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const late = sleep(PATIENCE_MS, undefined, { signal }).then(
    () =>
      Promise.reject(new Error(`The server of the queue has not answered in ${PATIENCE_MS} ms.`)),
    () => answer,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    waiting.abort();
  }
}
