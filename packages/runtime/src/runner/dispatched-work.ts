import type { TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema/internal';
import type { Dispatcher, DispatchJob } from '../dispatch/dispatcher.ts';
import type { ClaimRequest, Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';

/** The work that comes to a runner through a dispatcher. */
export interface DispatchedWork {
  /**
   * Lets a task be delivered to whoever has room, after a delay in milliseconds (default 0). Never
   * rejects: a task that the queue does not take is found by the sweep of runners.
   */
  enqueue(task: DispatchedTask, delayMs?: number): Promise<void>;
  /** Sees to it that a task is delivered again should this process die while it has the lease. */
  guard(lease: Lease): void;
  /** True if delivered tasks wait for a place here: those that come now wait behind them. */
  isWaitedFor(): boolean;
  /** Gives places that have become free (default 1) to the next delivered tasks. */
  wake(count?: number): void;
  /** Takes no more jobs, and puts those that wait for a place back. */
  stop(): Promise<void>;
}

/** A task that can be dispatched, such as a lease. */
interface DispatchedTask {
  readonly taskId: string;
  readonly skillId?: string | undefined;
}

/** Options of {@link createDispatchedWork}: the runner that the work is for. */
export interface DispatchedWorkOptions {
  readonly dispatcher: Dispatcher;
  readonly engine: Pick<TaskEngine, 'claim' | 'listAll'>;
  readonly logger: TaskLogger;
  readonly request: ClaimRequest;
  readonly concurrency: number;
  /** Reserves a place; returns false if none is free. */
  readonly reserve: () => boolean;
  /** Gives a reserved place back that is not used. */
  readonly giveUp: () => void;
  /** True if no place of the skill is free; its tasks are claimed by rows once there is one. */
  readonly isFull: (skillId: string | undefined) => boolean;
  /** Runs a task that was claimed, in a place that was reserved. */
  readonly take: (lease: Lease) => void;
}

/** How long after the end of a lease its task is delivered, in milliseconds. */
const MARGIN_MS = 50;

/** How long to wait before the queue is tried again, in milliseconds. */
const RECONNECT_MS = 5_000;

/**
 * Consumes the jobs of a dispatcher: each makes the runner claim exactly its task. One whose task
 * somebody else has is put back until that lease ends, so that a dead process is noticed.
 */
export function createDispatchedWork(options: DispatchedWorkOptions): DispatchedWork {
  const { dispatcher, engine, logger, request, concurrency } = options;
  const waiting: (() => void)[] = [];
  const guarded = new WeakSet<Lease>();
  const sending = new Set<Promise<void>>();
  let gathered: Search[] = [];
  let isStopped = false;
  let stopConsuming = concurrency === 0 ? Promise.resolve(noConsumption) : consume();

  async function consume(): Promise<() => Promise<void>> {
    try {
      return await dispatcher.consume(work, { concurrency, logger });
    } catch (error) {
      logger.error('Cannot take tasks from the queue', { error: toErrorText(error) });
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
    } catch (error) {
      logger.warn('Cannot put a task into the queue', { taskId, error: toErrorText(error) });
    }
  }

  async function work(job: DispatchJob): Promise<void> {
    const { taskId, skillId } = job;
    try {
      if (!(await reserve())) return await send(job);
      const lease = options.isFull(skillId) ? undefined : await claim(taskId);
      if (lease !== undefined) return options.take(lease);
      options.giveUp();
      const delayMs = await findDelay(taskId);
      if (delayMs !== undefined) await send(job, delayMs);
    } catch (error) {
      logger.error('Cannot claim a task', { taskId, error: toErrorText(error) });
      await send(job, request.ttlMs);
    }
  }

  /** Waits for a place and reserves it; false once the runner stops. */
  async function reserve(): Promise<boolean> {
    if (isStopped) return false;
    if (options.reserve()) return true;
    await new Promise<void>((resolve) => void waiting.push(resolve));
    return reserve();
  }

  /** Claims a task in one statement with all others that arrive at the same time. */
  async function claim(taskId: string): Promise<Lease | undefined> {
    try {
      return await new Promise<Lease | undefined>((resolve, reject) => {
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
      const leases = await engine.claim({ ...request, taskIds }, taskIds.length);
      const found = new Map(leases.map((lease) => [lease.taskId, lease]));
      for (const { taskId, resolve } of searches) {
        resolve(found.get(taskId));
        found.delete(taskId);
      }
    } catch (error) {
      for (const { reject } of searches) reject(error);
    }
  }

  /** Returns when to look at a task again; `undefined` when there is nothing to run any more. */
  async function findDelay(taskId: string): Promise<number | undefined> {
    const { tasks } = await engine.listAll({ taskId, pageSize: 1 });
    const task = tasks[0];
    if (task === undefined || (task.state !== 'submitted' && task.state !== 'working')) {
      return undefined;
    }
    const end = Date.parse(task.leasedUntil ?? task.restsUntil ?? '');
    const leftMs = Number.isNaN(end) ? request.ttlMs : end - Date.now() + MARGIN_MS;
    // The clock of the engine may be another one.
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

/** A task that a job names, and whoever waits for its lease. */
interface Search {
  readonly taskId: string;
  readonly resolve: (lease: Lease | undefined) => void;
  readonly reject: (error: unknown) => void;
}

async function noConsumption(): Promise<void> {}
