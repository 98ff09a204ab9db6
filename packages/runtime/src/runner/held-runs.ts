import type { RunEnd, TaskLogger } from '@formwork/core';
import { createLinkedList } from '../linked-list.ts';
import { LINGER_MS } from './run.ts';
import type { Run } from './run-options.ts';

/** The runs of one process that have a place. */
export interface HeldRuns extends Iterable<Run> {
  readonly size: number;
  /** Counts a run as active until its handler returns, then calls `onDone` and frees the place. */
  hold(run: Run, onDone: () => void): void;
  /** Frees the place of a run whose handler ignores its signal, so that other tasks can run. */
  letGo(run: Run, end: RunEnd): void;
  /** Returns true if a task runs under a lease after the given epoch (default 0). */
  isRunning(taskId: string, afterEpoch?: number): boolean;
}

/** Options of {@link createHeldRuns}. */
export interface HeldRunsOptions {
  readonly logger: TaskLogger;
  /** Called with the skill of a run that has left its place. */
  readonly onFree: (skillId: string | undefined) => void;
}

/** Makes an empty collection of runs. */
export function createHeldRuns({ logger, onFree }: HeldRunsOptions): HeldRuns {
  const runs = createLinkedList<Run>();
  /** The runs without a place, whose handlers go on long after they were told to stop. */
  const lingering = new Set<Run>();
  return {
    get size() {
      return runs.size;
    },
    [Symbol.iterator]: () => runs[Symbol.iterator](),
    hold(run, onDone) {
      const entry = runs.add(run);
      void run.done.then(() => {
        const isHeld = lingering.size === 0 || !lingering.delete(run);
        if (isHeld) runs.remove(entry);
        onDone();
        if (isHeld) onFree(run.lease.skillId);
        return undefined;
      });
    },
    letGo(run, end) {
      const entry = runs.find(run);
      if (entry === undefined) return;
      runs.remove(entry);
      lingering.add(run);
      const { taskId, skillId } = run.lease;
      logger.warn('A handler still runs long after its signal; its place is given to others', {
        taskId,
        ...(skillId !== undefined && { skillId }),
        end,
        afterMs: LINGER_MS,
        lingering: lingering.size,
      });
      onFree(skillId);
    },
    isRunning(taskId, afterEpoch = 0) {
      const taskRuns = [...runs].filter(({ lease }) => lease.taskId === taskId);
      return taskRuns.some(({ lease, isOver }) => lease.epoch > afterEpoch && !isOver());
    },
  };
}
