import type { TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema';
import type { Dispatcher, DispatchJob } from '../dispatch/dispatcher.ts';
import type { Lease, WorkRequest } from '../engine/lease.ts';
import type { TaskEngine, TaskSummary } from '../engine/task-engine.ts';
import { takeWaiting } from '../engine/waiting-work.ts';
import { findQueueLog, findStorageLog, type QueueLog, type StorageLog } from '../service-log.ts';
import { Claims } from './claims.ts';
import { readLeaseClock } from './lease-deadline.ts';

/** A task that can be put into the queue, such as a lease. */
interface DispatchedTask {
  readonly taskId: string;
  readonly skillId?: string | undefined;
}

/**
 * Options of {@link DispatchedWork}: the dispatcher, and the functions of the runner that
 * runs its tasks.
 */
export interface DispatchedWorkOptions {
  readonly dispatcher: Dispatcher;
  readonly engine: Pick<TaskEngine, 'listAll'>;
  /** The claims and releases of the engine. */
  readonly source: Pick<TaskEngine, 'claim' | 'release'>;
  readonly logger: TaskLogger;
  readonly request: WorkRequest;
  readonly concurrency: number;
  /** Reserves one of the runner's places for a task; returns false if none is free. */
  readonly reserve: () => boolean;
  /** Gives back a place that was reserved and is not used. */
  readonly giveUp: () => void;
  /**
   * Returns true if no place of the skill is free; the runner claims its tasks from the engine once
   * there is one.
   */
  readonly isFull: (skillId: string | undefined) => boolean;
  /** Called when a job names a suspect, which only a claim of suspects gets. */
  readonly onSuspect: () => void;
  /**
   * Runs a claimed task in the place that was reserved for it. `sentAt` is the time at which the
   * claim was sent, in milliseconds by the clock of the process.
   */
  readonly take: (lease: Lease, sentAt: number) => void;
}

/** The time after the end of a lease at which its task is delivered again, in milliseconds. */
const MARGIN_MS = 50;

/** The time after which a failed connection to the queue is tried again, in milliseconds. */
const RECONNECT_MS = 5_000;

/** The time after which the leases of a claim that failed are taken up, in milliseconds. */
const TAKE_UP_MS = 1_000;

/**
 * The tasks that come to a runner through a dispatcher, which is a message queue. For each job, the
 * runner claims exactly its task. If another process holds that task, the job is put back until the
 * lease ends, so that the task goes on should that process die.
 */
export class DispatchedWork {
  readonly #options: DispatchedWorkOptions;
  /** The functions that let delivered tasks try again to get a place. */
  readonly #waiting: (() => void)[] = [];
  readonly #guarded = new WeakSet<Lease>();
  readonly #claims: Claims;
  readonly #sending = new Set<Promise<void>>();
  /** The searches of this turn of the event loop, for one claim. */
  #gathered: {
    readonly taskId: string;
    readonly resolve: (claimed: Claimed | undefined) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  readonly #queue: QueueLog;
  readonly #storage: StorageLog;
  #hasFailed = false;
  #isStopped = false;
  #isTakeUpDue = false;
  /** Stops the consumption of jobs, once it has begun. */
  #stopConsuming: Promise<() => Promise<void>>;
  readonly #endTaking: () => void;

  constructor(options: DispatchedWorkOptions) {
    this.#options = options;
    const { dispatcher, engine, source, logger, concurrency } = options;
    this.#claims = new Claims(source);
    this.#queue = findQueueLog(dispatcher, logger);
    this.#storage = findStorageLog(engine, logger);
    this.#stopConsuming = concurrency === 0 ? Promise.resolve(noConsumption) : this.#consume();
    this.#endTaking = takeWaiting(engine, (task) => void this.enqueue(task));
  }

  /**
   * Puts a task into the queue, to be delivered to a process with a free place after `delayMs`
   * milliseconds (default 0). Never rejects: if the queue does not take the task, runners find it
   * when they search the engine.
   */
  enqueue(task: DispatchedTask, delayMs?: number): Promise<void> {
    const delivery = this.#send(task, delayMs).finally(() => this.#sending.delete(delivery));
    this.#sending.add(delivery);
    return delivery;
  }

  /**
   * Puts a leased task into the queue with a delay, so that another process gets it if this one
   * dies.
   */
  guard(lease: Lease): void {
    if (this.#guarded.has(lease)) return;
    this.#guarded.add(lease);
    void this.enqueue(lease, this.#options.request.ttlMs + MARGIN_MS);
  }

  /**
   * Returns true if delivered tasks wait for a free place in this runner: new tasks must wait
   * behind them.
   */
  isWaitedFor(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Lets the next `count` delivered tasks (default 1) try to get the places that have become free.
   */
  wake(count = 1): void {
    for (const resolve of this.#waiting.splice(0, count)) resolve();
  }

  /** Takes no more jobs, and puts those that wait for a free place back into the queue. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endTaking();
    this.#wakeAll();
    const stop = await this.#stopConsuming;
    this.#wakeAll();
    await stop().catch((error: unknown) => {
      this.#options.logger.error('Cannot leave the queue', { error: toErrorText(error) });
    });
    await Promise.all(this.#sending);
  }

  async #consume(): Promise<() => Promise<void>> {
    try {
      const stop = await this.#options.dispatcher.consume((job) => this.#work(job), {
        concurrency: this.#options.concurrency,
        logger: this.#options.logger,
      });
      // Where only this has failed before, no other call would say that the queue is back.
      if (this.#hasFailed) this.#queue.succeed();
      this.#hasFailed = false;
      return stop;
    } catch (error) {
      this.#hasFailed = true;
      this.#queue.fail(error);
      setTimeout(() => {
        if (!this.#isStopped) this.#stopConsuming = this.#consume();
      }, RECONNECT_MS).unref();
      return noConsumption;
    }
  }

  async #send({ taskId, skillId }: DispatchedTask, delayMs?: number): Promise<void> {
    try {
      await this.#options.dispatcher.enqueue({
        taskId,
        ...(skillId !== undefined && { skillId }),
        ...(delayMs !== undefined && { delayMs }),
      });
      this.#queue.succeed();
    } catch (error) {
      this.#queue.fail(error);
    }
  }

  async #work(job: DispatchJob): Promise<void> {
    const { taskId, skillId } = job;
    try {
      if (!(await this.#reserve())) return await this.#send(job);
      const isFull = this.#options.isFull(skillId);
      const claimed = isFull ? undefined : await this.#claim(taskId);
      if (claimed !== undefined) return this.#options.take(claimed.lease, claimed.sentAt);
      this.#options.giveUp();
      const task = await this.#findWaiting(taskId);
      if (task === undefined) return;
      if (!isFull && isFree(task)) this.#options.onSuspect();
      await this.#send(job, this.#toDelay(task));
    } catch (error) {
      this.#storage.fail('Cannot claim a task', error);
      await this.#send(job, this.#options.request.ttlMs);
    }
  }

  /** Waits for a free place of the runner and reserves it; returns false once the runner stops. */
  async #reserve(): Promise<boolean> {
    for (;;) {
      if (this.#isStopped) return false;
      if (this.#options.reserve()) return true;
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
  }

  /** Claims a task. All tasks that arrive at the same time are claimed in one statement. */
  async #claim(taskId: string): Promise<Claimed | undefined> {
    try {
      return await new Promise<Claimed | undefined>((resolve, reject) => {
        if (this.#gathered.length === 0) setImmediate(() => void this.#claimGathered());
        this.#gathered.push({ taskId, resolve, reject });
      });
    } catch (error) {
      this.#options.giveUp();
      throw error;
    }
  }

  async #claimGathered(): Promise<void> {
    const searches = this.#gathered;
    this.#gathered = [];
    try {
      const taskIds = searches.map(({ taskId }) => taskId);
      const sentAt = readLeaseClock();
      const leases = await this.#claims.claim(
        { ...this.#options.request, taskIds },
        taskIds.length,
      );
      const claimByTask = new Map(leases.map((lease) => [lease.taskId, { lease, sentAt }]));
      for (const { taskId, resolve } of searches) {
        resolve(claimByTask.get(taskId));
        claimByTask.delete(taskId);
      }
    } catch (error) {
      for (const { reject } of searches) reject(error);
      this.#takeUpLater();
    }
  }

  #takeUpLater(): void {
    if (this.#isTakeUpDue || this.#isStopped) return;
    this.#isTakeUpDue = true;
    setTimeout(() => {
      this.#isTakeUpDue = false;
      // A task that is given back too late runs again when its lease has run out.
      void this.#takeUp().catch(() => this.#takeUpLater());
    }, TAKE_UP_MS).unref();
  }

  /** Runs the tasks that claims got whose answers were lost; their jobs come again much later. */
  async #takeUp(): Promise<void> {
    const sentAt = readLeaseClock();
    for (const lease of await this.#claims.takeUp(
      this.#options.request,
      this.#options.concurrency,
    )) {
      if (!this.#isStopped && this.#options.reserve()) {
        this.#options.take(lease, sentAt);
      } else {
        await this.#options.source.release([lease]);
        await this.enqueue(lease);
      }
    }
  }

  /** Finds a task that was not claimed; `undefined` if it need not run any more. */
  async #findWaiting(taskId: string): Promise<TaskSummary | undefined> {
    const { tasks } = await this.#options.engine.listAll({ taskId, pageSize: 1 });
    return tasks.find(({ state }) => state === 'submitted' || state === 'working');
  }

  /** Returns the milliseconds after which a task may be claimed. */
  #toDelay(task: TaskSummary): number {
    const end = Date.parse(task.leasedUntil ?? task.restsUntil ?? '');
    const leftMs = Number.isNaN(end) ? this.#options.request.ttlMs : end - Date.now() + MARGIN_MS;
    // The engine's clock may differ from this one, so the end of a lease is at most one lease away.
    const isRest = task.restsUntil !== undefined;
    return Math.max(MARGIN_MS, isRest ? leftMs : Math.min(leftMs, this.#options.request.ttlMs));
  }

  #wakeAll(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Returns true if neither a lease nor a rest keeps a task from being claimed. */
function isFree({ leasedUntil, restsUntil }: TaskSummary): boolean {
  return leasedUntil === undefined && restsUntil === undefined;
}

/** A lease, and when its claim was sent. */
interface Claimed {
  readonly lease: Lease;
  readonly sentAt: number;
}

async function noConsumption(): Promise<void> {}
