import type { StorageLog } from '../service-log.ts';
import type { TaskLogger } from '@formwork/core';
import { Claims } from './claims.ts';
import { countLost, type Lease, type WorkRequest } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { readLeaseClock } from './lease-deadline.ts';

/** The largest number of suspects that one process runs at the same time. */
const FEW = 4;
/** The attempt from which a suspect is the only one that its process runs. */
const ALONE_FROM = 4;
/** The time after which a suspect that has ended nothing no longer keeps others waiting. */
export const TRIAL_MS = 120_000;

/**
 * Runs tasks that may have ended the processes that ran them, a few at a time and then alone, so
 * that one that does ends no others with it.
 */
export interface Suspects {
  /** Claims suspects, if few enough are running; never rejects. */
  look(): Promise<void>;
  /**
   * Returns true if suspects may be waiting for the place of this skill that has come free, because
   * the last look found the runner, or the skill, full. They come first, because a runner that is
   * always full would otherwise never run them.
   */
  isAwaiting(skillId?: string): boolean;
}

/** Options of {@link createSuspects}. */
export interface SuspectsOptions {
  readonly engine: Pick<TaskEngine, 'claim' | 'release'>;
  /** The log of the engine's storage, which tells once that it is away. */
  readonly storage: StorageLog;
  readonly logger: TaskLogger;
  /** Returns the request with which the runner claims now. */
  readonly toRequest: () => WorkRequest;
  /** The number of attempts after which a task fails; its last attempt is never with others. */
  readonly maxAttempts: number;
  /** Reserves one of the runner's places for a task; returns false if none is free. */
  readonly reserve: () => boolean;
  /** Gives back a place that was reserved and is not used. */
  readonly giveUp: () => void;
  /** Runs a task in the place that was reserved for it; resolves when the run is over. */
  readonly take: (lease: Lease, sentAt: number) => Promise<void>;
}

/** Makes the object that claims and runs suspects. */
export function createSuspects(options: SuspectsOptions): Suspects {
  const { engine, storage, logger, toRequest, reserve, giveUp, take } = options;
  const aloneFrom = Math.min(ALONE_FROM, options.maxAttempts);
  const claims = new Claims(engine);
  const running = new Set<Lease>();
  let isLooking = false;
  /** True if the last look found no free place. */
  let isRefused = false;
  /** The skills that had no free place when the last claim was sent. */
  let full: ReadonlySet<string> = new Set();

  function isRoom(): boolean {
    const isAlone = [...running].some((lease) => countLost(lease) + 1 >= aloneFrom);
    return !isAlone && running.size < FEW;
  }

  /** Claims one suspect and starts its run; returns false if there is none. */
  async function takeOne(): Promise<boolean> {
    const sentAt = readLeaseClock();
    const request: WorkRequest = { ...toRequest(), suspects: 'only' };
    const limits = [...(request.skillLimits ?? [])];
    full = new Set(limits.flatMap(([skillId, count]) => (count === 0 ? [skillId] : [])));
    const claimed = await claims.claimOn(request, 1).catch((error: unknown) => {
      storage.fail('Cannot claim a task', error);
      return [];
    });
    const [lease] = claimed;
    if (lease === undefined) {
      giveUp();
      return false;
    }
    running.add(lease);
    void watch(lease, sentAt);
    return true;
  }

  async function watch(lease: Lease, sentAt: number): Promise<void> {
    const { taskId, attempt } = lease;
    logger.warn('A task that may have ended its process runs apart from others', {
      taskId,
      attempt,
    });
    await new Promise<void>((resolve) => {
      const trial = setTimeout(resolve, TRIAL_MS).unref();
      void take(lease, sentAt).finally(() => {
        clearTimeout(trial);
        resolve();
      });
    });
    running.delete(lease);
    await look();
  }

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    // Each claim depends on the attempt of the task before it.
    while (isRoom() && isPlaceFree()) if (!(await takeOne())) break;
    isLooking = false;
  }

  function isPlaceFree(): boolean {
    isRefused = !reserve();
    return !isRefused;
  }

  return {
    look,
    isAwaiting: (skillId) => isRefused || (skillId !== undefined && full.has(skillId)),
  };
}
