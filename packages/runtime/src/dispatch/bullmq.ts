import { ESCAPED_PASSWORD, hasSplitPassword, toShownAddress } from '@formwork/schema/internal';
import { checkOptions, type OptionRule } from '@formwork/schema/options';
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
  const shownAddress = toShownAddress(address);
  return shownAddress === undefined ? 'not shown' : JSON.stringify(shownAddress);
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
  return new BullMqQueues(options).dispatcher;
}

/** The queues of one server, and the logs that report its failures. */
class BullMqQueues {
  readonly dispatcher: BullMqDispatcher;
  readonly #url: string;
  readonly #prefix: string;
  /** The functions that end the consumptions under way. */
  readonly #ends = new Set<() => Promise<void>>();
  readonly #queues = new Map<string, Queue>();
  /** The logs of those who consume jobs. */
  readonly #reports = new Set<QueueLog>();
  #client: Redis | undefined;

  constructor(options: BullMqDispatcherOptions) {
    const { url, prefix = 'formwork' } = options;
    this.#url = url;
    this.#prefix = prefix;
    const address = toShownAddress(url);
    this.dispatcher = {
      ...(address !== undefined && { address }),
      enqueue: (job) => this.#enqueue(job),
      consume: (run, consumption) => this.#consume(QUEUE, run, consumption),
      repeat: (repeated) => this.#repeat(repeated),
      close: () => this.#close(),
    };
  }

  async #enqueue({ delayMs = 0, ...job }: DispatchJob): Promise<void> {
    await inTime(this.#openQueue(QUEUE).add('task', job, { delay: Math.ceil(delayMs) }));
  }

  async #repeat({ name, everyMs, work, logger }: RepeatedWork): Promise<() => Promise<void>> {
    const queue = `repeat-${name.replaceAll(':', '-')}`;
    const template = { name: 'work', data: {} };
    await inTime(this.#openQueue(queue).upsertJobScheduler(name, { every: everyMs }, template));
    return this.#consume(queue, () => work(), { concurrency: 1, logger });
  }

  async #close(): Promise<void> {
    const ended = await Promise.allSettled([...this.#ends].map((end) => end()));
    // The queues are not closed one by one, because closing waits for a server that they never
    // reached. The connection ends in any case: it would hold the process.
    this.#client?.disconnect();
    const fault = ended.find((outcome) => outcome.status === 'rejected');
    if (fault !== undefined) throw fault.reason;
  }

  /**
   * Returns the connection that all queues share, and opens it first if needed. Its error events
   * are ignored, because each failed call rejects by itself. It goes on connecting to a server that
   * is away, so that it knows when the server is back; a connection that was lost in silence is known
   * by a call without an answer.
   */
  #connect(): Redis {
    this.#client ??= new Redis(this.#url, { maxRetriesPerRequest: 1, socketTimeout: PATIENCE_MS })
      .on('error', () => undefined)
      .on('ready', () => {
        for (const log of this.#reports) log.succeed();
      });
    return this.#client;
  }

  #openQueue(name: string): Queue {
    const opened = this.#queues.get(name);
    if (opened !== undefined) return opened;
    const queue = new Queue(name, {
      prefix: this.#prefix,
      connection: this.#connect(),
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    });
    queue.on('error', () => undefined);
    this.#queues.set(name, queue);
    return queue;
  }

  async #consume(
    name: string,
    run: (data: StoredJob) => Promise<void>,
    { concurrency, logger }: Parameters<Dispatcher['consume']>[1],
  ): Promise<() => Promise<void>> {
    const running = new Set<Promise<void>>();
    const perform = async ({ data }: { readonly data: StoredJob }): Promise<void> => {
      const done = run(data).finally(() => running.delete(done));
      running.add(done);
      await done;
    };
    const worker = new Worker<StoredJob, void>(name, perform, {
      prefix: this.#prefix,
      connection: { url: this.#url, maxRetriesPerRequest: null, socketTimeout: SILENCE_MS },
      concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: LOCK_MS,
      maxStalledCount: REDELIVERIES,
    });
    this.#connect();
    const log = findQueueLog(this.dispatcher, logger);
    this.#reports.add(log);
    worker.on('error', (error) => {
      if (!isConnectionFault(error)) log.report(error);
      // A connection that breaks while the server is there is made again at once.
      else if (this.#connect().status !== 'ready') log.fail(error);
    });
    const end = async (): Promise<void> => {
      this.#ends.delete(end);
      // A worker that is asked to finish its jobs waits for ever for a server that is away. Its jobs
      // are delivered again.
      const isAway = await inTime(this.#connect().ping(), GLANCE_MS).then(
        () => false,
        () => true,
      );
      const closing = worker.close(isAway);
      closing.catch(() => undefined);
      // Work under way takes as long as it takes: only the server of the queue has a limit.
      while (running.size > 0) await Promise.allSettled(running);
      await inTime(closing);
    };
    this.#ends.add(end);
    // The worker goes on connecting to a server that is away.
    await inTime(worker.waitUntilReady(), GLANCE_MS).catch(() => undefined);
    return end;
  }
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
  const timeout = sleep(limitMs, undefined, { signal }).then(
    () => Promise.reject(new Error(`The server of the queue has not answered in ${limitMs} ms.`)),
    () => answer,
  );
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    waiting.abort();
  }
}
