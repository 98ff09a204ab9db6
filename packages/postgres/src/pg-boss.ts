import type {
  ConsumeOptions,
  Dispatcher,
  DispatchJob,
  RepeatedWork,
  Scheduler,
} from '@formwork/runtime';
import { findQueueLog } from '@formwork/runtime/internal';
import { toShownAddress } from '@formwork/schema/internal';
import { checkOptions } from '@formwork/schema/options';
import { type JobInsert, PgBoss } from 'pg-boss';
import { isConnectionLost, isUnreachable } from './connection-faults.ts';
import { CONNECTION_RULES, type ConnectionOptions } from './connection.ts';
import { toDriverUrl, toStatementTimes } from './driver-settings.ts';
import { WriteQueue } from './write-queue.ts';

/** Options of {@link createPgBossDispatcher}. */
export interface PgBossDispatcherOptions extends Pick<
  ConnectionOptions,
  'url' | 'poolSize' | 'isPooled' | 'statementTimeoutMs'
> {
  /** The schema that has the tables of pg-boss; it is made if it is missing. Default `formwork_jobs`. */
  readonly schema?: string;
}

/** A queue of tasks and a scheduler of timed work, both on pg-boss. */
export interface PgBossDispatcher extends Dispatcher, Scheduler {}

const QUEUE = 'tasks';

/**
 * How often a process looks for jobs whose delay is over, which no notification announces, in
 * seconds.
 */
const POLL_S = 0.5;

/** How often a process looks whether a database that was away is back, in milliseconds. */
const LOOK_MS = 2_000;

/** How long a completed job stays in the table, in seconds. */
const KEPT_S = 60;

/** How often a job that was fetched but not finished may be delivered again. */
const REDELIVERIES = 1_000;

type Report = ConsumeOptions['logger'];

/**
 * Makes a dispatcher on pg-boss, an optional peer dependency: a job is a row of its tables, which
 * may be in the database of the engine or in another. It opens its first connection with the first
 * call.
 *
 * @throws TypeError or RangeError that names the option at fault
 *
 * @example
 * ```ts
 * import { createPgBossDispatcher } from '@formwork/postgres/pg-boss';
 *
 * const dispatcher = createPgBossDispatcher({ url: 'postgres://formwork@db.internal/agents' });
 * ```
 */
export function createPgBossDispatcher(options: PgBossDispatcherOptions): PgBossDispatcher {
  const { url, schema, poolSize, isPooled, statementTimeoutMs } = CONNECTION_RULES;
  checkOptions(options, {
    subject: 'Cannot dispatch through pg-boss',
    rules: { url, schema, poolSize, isPooled, statementTimeoutMs },
  });
  return new PgBossQueues(options).dispatcher;
}

/** The queues of one database, and the logs that report their failures. */
class PgBossQueues {
  readonly dispatcher: PgBossDispatcher;
  /** The logs of those who consume jobs. */
  readonly #reports = new Set<Report>();
  readonly #boss: PgBoss;
  readonly #jobs: WriteQueue<JobInsert>;
  #ready: Promise<void> | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: PgBossDispatcherOptions) {
    // What pg-boss does not know goes on to its connections as well.
    const times: object = toStatementTimes(options);
    this.#boss = new PgBoss({
      ...times,
      connectionString: toDriverUrl(options.url),
      schema: options.schema ?? 'formwork_jobs',
      max: options.poolSize ?? 4,
      connectionTimeoutMillis: 5_000,
      useListenNotify: options.isPooled !== true,
      schedule: false,
    });
    this.#boss.on('error', (error) => {
      const [logger] = this.#reports;
      if (logger !== undefined) this.#report(toError(error), logger);
    });
    this.#jobs = new WriteQueue<JobInsert>({
      make: async (batch) => {
        const inserted = batch.map(({ write }) => write);
        await this.#boss.insert(QUEUE, inserted);
        return inserted.map(() => ({ kind: 'done', value: undefined }));
      },
      kindOf: () => '',
      concurrencyOf: () => 2,
    });
    const address = toShownAddress(options.url);
    this.dispatcher = {
      ...(address !== undefined && { address }),
      enqueue: (job) => this.#enqueue(job),
      consume: (run, consumption) => this.#consume(run, consumption),
      repeat: (repeated) => this.#repeat(repeated),
      close: () => this.#close(),
    };
  }

  /**
   * Runs work at an interval in one of the processes: each process sends a job at each time, and
   * pg-boss keeps one job of each interval.
   */
  async #repeat({ name, everyMs, work, logger }: RepeatedWork): Promise<() => Promise<void>> {
    await this.#open();
    this.#reports.add(logger);
    const queue = `repeat.${name}`;
    const seconds = Math.max(1, Math.ceil(everyMs / 1_000));
    await this.#ensureQueue(queue, { retryLimit: 0 });

    const ask = async (): Promise<void> => {
      try {
        const once = { singletonSeconds: seconds, deleteAfterSeconds: seconds + KEPT_S };
        await this.#boss.send(queue, {}, once);
      } catch (error) {
        this.#report(error, logger);
      }
    };

    const pollS = Math.min(30, Math.max(POLL_S, seconds / 4));
    const id = await this.#boss.work(queue, { pollingIntervalSeconds: pollS }, () => work());
    await ask();
    const timer = setInterval(() => void ask(), seconds * 1_000).unref();
    return async () => {
      clearInterval(timer);
      await this.#boss.offWork(queue, { id, wait: true });
      this.#reports.delete(logger);
    };
  }

  async #enqueue({ delayMs = 0, ...job }: DispatchJob): Promise<void> {
    await this.#open();
    await this.#jobs.add(job.taskId, { data: job, startAfter: delayMs / 1_000 });
  }

  async #consume(
    run: (job: DispatchJob) => Promise<void>,
    { concurrency, logger }: ConsumeOptions,
  ): Promise<() => Promise<void>> {
    await this.#open();
    this.#reports.add(logger);
    // With two workers, one fetches jobs while the other waits until the runner takes a task.
    const workers = concurrency >= 4 ? 2 : 1;
    const share = Math.floor(concurrency / workers);
    // pg-boss pauses after a full batch of one job, but not after a full batch of two.
    const batchSize = Math.max(2, share);
    const polling = { pollingIntervalSeconds: POLL_S, notifyPollingIntervalSeconds: POLL_S };
    const id = await this.#boss.work<Omit<DispatchJob, 'delayMs'>>(
      QUEUE,
      { ...polling, batchSize, localConcurrency: workers, burstWhenBatchFull: true },
      async (batch) => {
        const jobs = batch.values();
        const queueRuns = Array.from({ length: Math.min(share, batch.length) }, async () => {
          for (const { data } of jobs) await run(data);
        });
        await Promise.all(queueRuns);
      },
    );
    return async () => {
      await this.#boss.offWork(QUEUE, { id, wait: true });
      this.#reports.delete(logger);
    };
  }

  async #close(): Promise<void> {
    if (this.#ready === undefined) return;
    await this.#ready.catch(() => undefined);
    clearInterval(this.#watch);
    await this.#boss.stop({ graceful: true, timeout: 5_000 });
  }

  #report(error: unknown, logger: Report): void {
    if (!isUnreachable(error) && !isConnectionLost(error))
      return findQueueLog(this.dispatcher, logger).report(error);
    findQueueLog(this.dispatcher, logger).fail(error);
    this.#watch ??= setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  /** Looks whether the database is back, because pg-boss reports failures alone. */
  async #look(): Promise<void> {
    try {
      await this.#boss.getQueue(QUEUE);
    } catch {
      return;
    }
    clearInterval(this.#watch);
    this.#watch = undefined;
    const [logger] = this.#reports;
    if (logger !== undefined) findQueueLog(this.dispatcher, logger).succeed();
  }

  async #start(): Promise<void> {
    await this.#boss.start();
    await this.#ensureQueue(QUEUE, { heartbeatSeconds: 10, retryLimit: REDELIVERIES });
  }

  async #open(): Promise<void> {
    this.#ready ??= this.#start();
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = undefined;
      throw error;
    }
  }

  async #ensureQueue(
    name: string,
    settings: { readonly heartbeatSeconds?: number; readonly retryLimit: number },
  ): Promise<void> {
    await this.#boss.createQueue(name, { notify: true, deleteAfterSeconds: KEPT_S, ...settings });
  }
}

/** Returns an error as one: the workers of pg-boss tell their errors as plain objects. */
function toError(error: Error): Error {
  return error instanceof Error ? error : Object.assign(new Error(), error);
}
