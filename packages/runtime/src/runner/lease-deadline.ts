/** The share of a lease that a run leaves unused, because two clocks do not run equally fast. */
const MARGIN = 0.1;

/**
 * The time until which a run surely holds its lease, by the monotonic clock of its own process. It
 * counts from when the claim, or the last renewal that succeeded, was sent: the engine cannot have
 * counted from an earlier time. So a process that was frozen, or cut off from the storage, knows by
 * itself that another one may have gone on with the task.
 */
export class LeaseDeadline {
  readonly #lengthMs: number;
  #end: number;

  /** `sentAt` is the value of `performance.now()` when the claim was sent. */
  constructor(leaseMs: number, sentAt: number) {
    this.#lengthMs = leaseMs * (1 - MARGIN);
    this.#end = sentAt + this.#lengthMs;
  }

  /** Counts anew from when a renewal was sent that has succeeded. */
  extend(sentAt: number): void {
    this.#end = Math.max(this.#end, sentAt + this.#lengthMs);
  }

  isPast(): boolean {
    return performance.now() > this.#end;
  }
}
