import type { SkillSlots } from './skill-slots.ts';

/** Options of {@link RunnerSlots}. */
export interface RunnerSlotsOptions {
  /** The number of places; 0 leaves all tasks to other processes. */
  readonly concurrency: number;
  /** The runs that have a place. */
  readonly runs: { readonly size: number };
  readonly skills: SkillSlots;
  /** True if a dispatcher brings the tasks that wait, so that the runner claims none itself. */
  readonly isDispatched: boolean;
  /** Returns true if tasks that a dispatcher has brought wait for a place. */
  readonly isQueueWaiting: () => boolean;
}

/**
 * The places of one runner: how many are free, and whether tasks wait for one. A place is reserved
 * for each task that is being written or claimed, until its run begins.
 */
export class RunnerSlots {
  readonly skills: SkillSlots;
  readonly #options: RunnerSlotsOptions;
  /** The number of places reserved for tasks that are being written or claimed. */
  #reserved = 0;
  /** The number of tasks being written that have no place, and will wait in the engine. */
  #queueing = 0;
  /** True if tasks may be waiting in the engine; new tasks must then wait behind them. */
  #isWaitedFor = false;
  #isClosed = false;

  constructor(options: RunnerSlotsOptions) {
    this.#options = options;
    this.skills = options.skills;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True if tasks may be waiting in the engine. */
  get isWaitedFor(): boolean {
    return this.#isWaitedFor;
  }

  /** Gives no more places, because the runner stops. */
  close(): void {
    this.#isClosed = true;
  }

  countFree(): number {
    return this.#options.concurrency - this.#options.runs.size - this.#reserved;
  }

  /** Reserves a place for any task; returns false if none is free. */
  reserve(): boolean {
    if (this.#isClosed || this.countFree() <= 0) return false;
    this.#reserved += 1;
    return true;
  }

  /** Reserves places without a look whether they are free. */
  reserveAll(count: number): void {
    this.#reserved += count;
  }

  /** Ends reservations (default 1), because the runs have begun, or the places are not used. */
  release(count = 1): void {
    this.#reserved -= count;
  }

  /**
   * Reserves a place of the runner and of the skill for a new task; returns false if none is free,
   * or if other tasks wait.
   */
  takeNext(skillId: string | undefined): boolean {
    if (this.#isClosed) return false;
    const { isQueueWaiting } = this.#options;
    if (this.countFree() <= 0 || this.#isWaitedFor || this.#queueing > 0 || isQueueWaiting()) {
      this.noteWaiting();
      return false;
    }
    if (!this.skills.takeNext(skillId)) return false;
    this.#reserved += 1;
    return true;
  }

  /** Calls a function that writes a task which has no place: tasks after it must wait, too. */
  async queue<Result>(write: () => Promise<Result>): Promise<Result> {
    this.#queueing += 1;
    try {
      return await write();
    } finally {
      this.#queueing -= 1;
    }
  }

  /** Notes that tasks wait; with a dispatcher, they do so in its queue. */
  noteWaiting(): void {
    this.#isWaitedFor ||= !this.#options.isDispatched;
  }

  /** Notes that a claim could not say whether tasks wait in the engine: it failed, or is to come. */
  expectWaiting(): void {
    this.#isWaitedFor = true;
  }

  /** Notes whether a claim may have left tasks in the engine. */
  noteClaim(hasLeft: boolean): void {
    this.#isWaitedFor = hasLeft || this.#queueing > 0;
  }
}
