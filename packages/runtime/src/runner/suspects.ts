import type { TaskLogger } from '@formwork/core';
import { countLostLeases, type Lease, type WorkRequest } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { StorageLog } from '../service-log.ts';
import { Claims } from './claims.ts';
import { readLeaseClock } from './lease-deadline.ts';

/** The largest number of suspects that one process runs at the same time. */
const FEW = 4;
/** The attempt from which a suspect is the only one that its process runs. */
const ALONE_FROM = 4;
/** The time after which a suspect that has ended nothing no longer keeps others waiting. */
export const TRIAL_MS = 120_000;

/** Options of {@link Suspects}. */
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

/**
 * Runs tasks that may have ended the processes that ran them, a few at a time and then alone, so
 * that one that does ends no others with it.
 */
export class Suspects {
  readonly #options: SuspectsOptions;
  /** The attempt from which a suspect is the only one that this process runs. */
  readonly #aloneFrom: number;
  readonly #claims: Claims;
  readonly #running = new Set<Lease>();
  #isLooking = false;
  /** True if the last look found no free place. */
  #isRefused = false;
  /** The skills that had no free place when the last claim was sent. */
  #full: ReadonlySet<string> = new Set();

  constructor(options: SuspectsOptions) {
    this.#options = options;
    this.#aloneFrom = Math.min(ALONE_FROM, options.maxAttempts);
    this.#claims = new Claims(options.engine);
  }

  /** Claims suspects, if few enough are running; never rejects. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    // Each claim depends on the attempt of the task before it.
    while (this.#isRoom() && this.#isPlaceFree()) if (!(await this.#takeOne())) break;
    this.#isLooking = false;
  }

  /**
   * Returns true if suspects may be waiting for the place of this skill that has come free, because
   * the last look found the runner, or the skill, full. They come first, because a runner that is
   * always full would otherwise never run them.
   */
  isAwaiting(skillId?: string): boolean {
    return this.#isRefused || (skillId !== undefined && this.#full.has(skillId));
  }

  #isRoom(): boolean {
    const isAlone = [...this.#running].some(
      (lease) => countLostLeases(lease) + 1 >= this.#aloneFrom,
    );
    return !isAlone && this.#running.size < FEW;
  }

  /** Claims one suspect and starts its run; returns false if there is none. */
  async #takeOne(): Promise<boolean> {
    const sentAt = readLeaseClock();
    const request: WorkRequest = { ...this.#options.toRequest(), suspects: 'only' };
    const limits = [...(request.skillLimits ?? [])];
    this.#full = new Set(limits.flatMap(([skillId, count]) => (count === 0 ? [skillId] : [])));
    const claimed = await this.#claims.claimOn(request, 1).catch((error: unknown) => {
      this.#options.storage.fail('Cannot claim a task', error);
      return [];
    });
    const [lease] = claimed;
    if (lease === undefined) {
      this.#options.giveUp();
      return false;
    }
    this.#running.add(lease);
    void this.#watch(lease, sentAt);
    return true;
  }

  async #watch(lease: Lease, sentAt: number): Promise<void> {
    const { taskId, attempt } = lease;
    this.#options.logger.warn('A task that may have ended its process runs apart from others', {
      taskId,
      attempt,
    });
    await new Promise<void>((resolve) => {
      const trial = setTimeout(resolve, TRIAL_MS).unref();
      void this.#options.take(lease, sentAt).finally(() => {
        clearTimeout(trial);
        resolve();
      });
    });
    this.#running.delete(lease);
    await this.look();
  }

  #isPlaceFree(): boolean {
    this.#isRefused = !this.#options.reserve();
    return !this.#isRefused;
  }
}
