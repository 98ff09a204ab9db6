import type { TaskLogger } from '@formwork/core';
import type { TraceContext } from '@formwork/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { toStorageText } from '../service-log.ts';
import type { EarlyStart, Run } from './run-options.ts';
import type { RunnerSlots } from './runner-slots.ts';
import type { SkillSlots } from './skill-slots.ts';

/** The longest time that an earlier run of a task has to end before the next, in milliseconds. */
const END_MS = 5_000;

/** What a run begins with besides its lease. */
export interface RunStart {
  /** The time at which the claim was sent, by the clock of leases. */
  readonly sentAt: number;
  /** True if the task was claimed as a suspect. */
  readonly isSuspect?: boolean;
  readonly early?: EarlyStart | undefined;
  readonly parent?: TraceContext | undefined;
}

/** Options of {@link TakeOvers}. */
export interface TakeOversOptions {
  readonly logger: TaskLogger;
  readonly leaseMs: number;
  /** Takes leases back. */
  readonly source: Pick<TaskEngine, 'release'>;
  readonly slots: Pick<RunnerSlots, 'release'> & { readonly skills: Pick<SkillSlots, 'take'> };
  /** The runs that have a place. */
  readonly runs: Iterable<Run>;
  /** Starts the run of a task in the place that was reserved for it; resolves when it is over. */
  readonly begin: (lease: Lease, start: RunStart) => Promise<void>;
  /** Puts a task back into the queue of a dispatcher, if there is one. */
  readonly enqueue: (lease: Lease) => Promise<void> | undefined;
  /** Called when a place that was reserved for a task is not used. */
  readonly onUnused: () => void;
}

/** Takes over the tasks that a runner has claimed: it runs them, or gives them back. */
export class TakeOvers {
  readonly #options: TakeOversOptions;

  constructor(options: TakeOversOptions) {
    this.#options = options;
  }

  /**
   * Runs a claimed task. If this process still runs the task under an older lease, that run
   * first gets its signal and a moment to end, so that two attempts do not overlap.
   */
  async take(lease: Lease, start: RunStart): Promise<void> {
    const { taskId, epoch } = lease;
    const { begin, leaseMs, onUnused, slots, runs } = this.#options;
    const before =
      epoch === 1
        ? undefined
        : [...runs].find((run) => run.lease.taskId === taskId && !run.isOver());
    if (before !== undefined) {
      before.abandon('lost');
      const waitMs = Math.min(END_MS, leaseMs / 3);
      await Promise.race([before.done, sleep(waitMs, undefined, { ref: false })]);
    }
    if (slots.skills.take(lease.skillId)) return begin(lease, start);
    slots.release();
    onUnused();
    return this.giveBack(lease, start);
  }

  /** Gives back a task claimed while the runner stops, or whose skill has no place any more. */
  async giveBack(lease: Lease, { early, isSuspect }: RunStart): Promise<void> {
    // Before the task is created, it has no lease to give back.
    if (early !== undefined && !(await early.created)) return;
    const { enqueue, logger, source } = this.#options;
    try {
      await source.release([lease], { runOut: isSuspect === true });
      await enqueue(lease);
    } catch (error) {
      const { taskId } = lease;
      logger.error('Cannot give a task back', { taskId, error: toStorageText(error) });
    }
  }
}
