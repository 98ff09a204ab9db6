import type { TaskLogger } from '@formwork/core';
import { findQueueLog, findStorageLog } from '../service-log.ts';
import { toErrorText } from '@formwork/schema';
import type { Dispatcher, DispatchJob } from '../dispatch/dispatcher.ts';
import type { Lease, WorkRequest } from '../engine/lease.ts';
import type { TaskEngine, TaskSummary } from '../engine/task-engine.ts';
import { takeWaiting } from '../engine/waiting-work.ts';
import { Claims } from './claims.ts';
import { readLeaseClock } from './lease-deadline.ts';

/** The tasks that come to a runner through a dispatcher, which is a message queue. */
export interface DispatchedWork {
  /**
   * Puts a task into the queue, to be delivered to a process with a free place after `delayMs`
   * milliseconds (default 0). Never rejects: if the queue does not take the task, runners find it
   * when they search the engine.
   */
  enqueue(task: DispatchedTask, delayMs?: number): Promise<void>;
  /**
   * Puts a leased task into the queue with a delay, so that another process gets it if this one
   * dies.
   */
  guard(lease: Lease): void;
  /**
   * Returns true if delivered tasks wait for a free place in this runner: new tasks must wait
   * behind them.
   */
  isWaitedFor(): boolean;
  /**
   * Lets the next `count` delivered tasks (default 1) try to get the places that have become free.
   */
  wake(count?: number): void;
  /** Takes no more jobs, and puts those that wait for a free place back into the queue. */
  stop(): Promise<void>;
}

/** A task that can be put into the queue, such as a lease. */
interface DispatchedTask {
  readonly taskId: string;
  readonly skillId?: string | undefined;
}

/**
 * Options of {@link createDispatchedWork}: the dispatcher, and the functions of the runner that
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
 * Consumes the jobs of a dispatcher: for each job, the runner claims exactly its task. If another
 * process holds that task, the job is put back until the lease ends, so that the task goes on
 * should that process die.
 */
export function createDispatchedWork(options: DispatchedWorkOptions): DispatchedWork {
  const { dispatcher, engine, source, logger, request, concurrency } = options;
  const waiting: (() => void)[] = [];
  const guarded = new WeakSet<Lease>();
  const claims = new Claims(source);
  const sending = new Set<Promise<void>>();
  let gathered: Search[] = [];
  const queue = findQueueLog(dispatcher, logger);
  const storage = findStorageLog(engine, logger);
  let hasFailed = false;
  let isStopped = false;
  let isTakeUpDue = false;
  let stopConsuming = concurrency === 0 ? Promise.resolve(noConsumption) : consume();

  const endTaking = takeWaiting(engine, (task) => void enqueue(task));

  async function consume(): Promise<() => Promise<void>> {
    try {
      const stop = await dispatcher.consume(work, { concurrency, logger });
      // Where only this has failed before, no other call would say that the queue is back.
      if (hasFailed) queue.succeed();
      hasFailed = false;
      return stop;
    } catch (error) {
      hasFailed = true;
      queue.fail(error);
      setTimeout(() => {
        if (!isStopped) stopConsuming = consume();
      }, RECONNECT_MS).unref();
      return noConsumption;
    }
  }

  function enqueue(task: DispatchedTask, delayMs?: number): Promise<void> {
    const sent = send(task, delayMs).finally(() => sending.delete(sent));
    sending.add(sent);
    return sent;
  }

  async function send({ taskId, skillId }: DispatchedTask, delayMs?: number): Promise<void> {
    try {
      await dispatcher.enqueue({
        taskId,
        ...(skillId !== undefined && { skillId }),
        ...(delayMs !== undefined && { delayMs }),
      });
      queue.succeed();
    } catch (error) {
      queue.fail(error);
    }
  }

  async function work(job: DispatchJob): Promise<void> {
    const { taskId, skillId } = job;
    try {
      if (!(await reserve())) return await send(job);
      const isFull = options.isFull(skillId);
      const claimed = isFull ? undefined : await claim(taskId);
      if (claimed !== undefined) return options.take(claimed.lease, claimed.sentAt);
      options.giveUp();
      const task = await findWaiting(taskId);
      if (task === undefined) return;
      if (!isFull && isFree(task)) options.onSuspect();
      await send(job, toDelay(task));
    } catch (error) {
      storage.fail('Cannot claim a task', error);
      await send(job, request.ttlMs);
    }
  }

  /** Waits for a free place of the runner and reserves it; returns false once the runner stops. */
  async function reserve(): Promise<boolean> {
    for (;;) {
      if (isStopped) return false;
      if (options.reserve()) return true;
      await new Promise<void>((resolve) => void waiting.push(resolve));
    }
  }

  /** Claims a task. All tasks that arrive at the same time are claimed in one statement. */
  async function claim(taskId: string): Promise<Claimed | undefined> {
    try {
      return await new Promise<Claimed | undefined>((resolve, reject) => {
        if (gathered.length === 0) setImmediate(() => void claimGathered());
        gathered.push({ taskId, resolve, reject });
      });
    } catch (error) {
      options.giveUp();
      throw error;
    }
  }

  async function claimGathered(): Promise<void> {
    const searches = gathered;
    gathered = [];
    try {
      const taskIds = searches.map(({ taskId }) => taskId);
      const sentAt = readLeaseClock();
      const leases = await claims.claim({ ...request, taskIds }, taskIds.length);
      const found = new Map(leases.map((lease) => [lease.taskId, { lease, sentAt }]));
      for (const { taskId, resolve } of searches) {
        resolve(found.get(taskId));
        found.delete(taskId);
      }
    } catch (error) {
      for (const { reject } of searches) reject(error);
      takeUpLater();
    }
  }

  function takeUpLater(): void {
    if (isTakeUpDue || isStopped) return;
    isTakeUpDue = true;
    setTimeout(() => {
      isTakeUpDue = false;
      // A task that is given back too late runs again when its lease has run out.
      void takeUp().catch(takeUpLater);
    }, TAKE_UP_MS).unref();
  }

  /** Runs the tasks that claims got whose answers were lost; their jobs come again much later. */
  async function takeUp(): Promise<void> {
    const sentAt = readLeaseClock();
    for (const lease of await claims.takeUp(request, concurrency)) {
      if (!isStopped && options.reserve()) {
        options.take(lease, sentAt);
      } else {
        await source.release([lease]);
        await enqueue(lease);
      }
    }
  }

  /** Finds a task that was not claimed; `undefined` if it need not run any more. */
  async function findWaiting(taskId: string): Promise<TaskSummary | undefined> {
    const { tasks } = await engine.listAll({ taskId, pageSize: 1 });
    return tasks.find(({ state }) => state === 'submitted' || state === 'working');
  }

  /** Returns the milliseconds after which a task may be claimed. */
  function toDelay(task: TaskSummary): number {
    const end = Date.parse(task.leasedUntil ?? task.restsUntil ?? '');
    const leftMs = Number.isNaN(end) ? request.ttlMs : end - Date.now() + MARGIN_MS;
    // The engine's clock may differ from this one, so the end of a lease is at most one lease away.
    const isRest = task.restsUntil !== undefined;
    return Math.max(MARGIN_MS, isRest ? leftMs : Math.min(leftMs, request.ttlMs));
  }

  function wakeAll(): void {
    for (const resolve of waiting.splice(0)) resolve();
  }

  return {
    enqueue,
    guard(lease) {
      if (guarded.has(lease)) return;
      guarded.add(lease);
      void enqueue(lease, request.ttlMs + MARGIN_MS);
    },
    isWaitedFor: () => waiting.length > 0,
    wake(count = 1) {
      for (const resolve of waiting.splice(0, count)) resolve();
    },
    async stop() {
      isStopped = true;
      endTaking();
      wakeAll();
      const stop = await stopConsuming;
      wakeAll();
      await stop().catch((error: unknown) => {
        logger.error('Cannot leave the queue', { error: toErrorText(error) });
      });
      await Promise.all(sending);
    },
  };
}

/** Returns true if neither a lease nor a rest keeps a task from being claimed. */
function isFree({ leasedUntil, restsUntil }: TaskSummary): boolean {
  return leasedUntil === undefined && restsUntil === undefined;
}

/** A search for the task that a job names, and the functions that settle its promise. */
interface Search {
  readonly taskId: string;
  readonly resolve: (claimed: Claimed | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** A lease, and when its claim was sent. */
interface Claimed {
  readonly lease: Lease;
  readonly sentAt: number;
}

async function noConsumption(): Promise<void> {}
