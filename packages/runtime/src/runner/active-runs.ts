import type { RunEnd, TaskLogger } from '@formwork/core';
import { LinkedList } from '../linked-list.ts';
import type { Run } from './run-options.ts';
import { LINGER_MS } from './run-signal.ts';

/** The runs of one process that have a place. */
export class ActiveRuns implements Iterable<Run> {
  readonly #logger: TaskLogger;
  readonly #onFree: (skillId: string | undefined) => void;
  readonly #runs = new LinkedList<Run>();
  /** The runs without a place, whose handlers go on long after their signal. */
  readonly #lingering = new Set<Run>();

  constructor({
    logger,
    onFree,
  }: {
    readonly logger: TaskLogger;
    /** Called with the skill of a run that has left its place. */
    readonly onFree: (skillId: string | undefined) => void;
  }) {
    this.#logger = logger;
    this.#onFree = onFree;
  }

  get size(): number {
    return this.#runs.size;
  }

  [Symbol.iterator](): Iterator<Run> {
    return this.#runs[Symbol.iterator]();
  }

  /** Counts a run as active until its handler returns, then calls `onDone` and frees the place. */
  hold(run: Run, onDone: () => void): void {
    const entry = this.#runs.add(run);
    void run.done.then(() => {
      const isHeld = this.#lingering.size === 0 || !this.#lingering.delete(run);
      if (isHeld) this.#runs.remove(entry);
      onDone();
      if (isHeld) this.#onFree(run.lease.skillId);
      return undefined;
    });
  }

  /** Frees the place of a run whose handler ignores its signal, so that other tasks can run. */
  letGo(run: Run, end: RunEnd): void {
    const entry = this.#runs.find(run);
    if (entry === undefined) return;
    this.#runs.remove(entry);
    this.#lingering.add(run);
    const { taskId, skillId } = run.lease;
    this.#logger.warn('A handler still runs long after its signal; its place is given to others', {
      taskId,
      ...(skillId !== undefined && { skillId }),
      end,
      afterMs: LINGER_MS,
      lingering: this.#lingering.size,
    });
    this.#onFree(skillId);
  }

  /** Returns true if a task runs under a lease after the given epoch (default 0). */
  isRunning(taskId: string, afterEpoch: number = 0): boolean {
    const taskRuns = [...this.#runs].filter(({ lease }) => lease.taskId === taskId);
    return taskRuns.some((run) => run.lease.epoch > afterEpoch && !run.isOver());
  }
}
