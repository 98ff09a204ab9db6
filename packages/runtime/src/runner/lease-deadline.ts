/** The share of a lease that a run leaves unused, because two clocks do not run equally fast. */
const MARGIN = 0.1;

/** The difference of two clocks from which the machine counts as having slept, in milliseconds. */
const SLEPT_MS = 1_000;

let [machine, elapsed] = [Date.now(), performance.now()];
let sleptMs = 0;

/**
 * Returns the time by which leases are counted, in milliseconds: that of the clock of the process,
 * which goes on steadily, and the times in which the machine slept. On Linux, that clock stands
 * still while a machine is suspended, and another one may have gone on with the task meanwhile.
 */
export function readLeaseClock(): number {
  const [machineBefore, elapsedBefore] = [machine, elapsed];
  [machine, elapsed] = [Date.now(), performance.now()];
  const slept = machine - machineBefore - (elapsed - elapsedBefore);
  if (slept > SLEPT_MS) sleptMs += slept;
  return elapsed + sleptMs;
}

/**
 * The time until which a run surely holds its lease, by {@link readLeaseClock} of its own process. It
 * counts from when the claim, or the last renewal that succeeded, was sent: the engine cannot have
 * counted from an earlier time. So a process that was frozen, or cut off from the storage, knows by
 * itself that another one may have gone on with the task.
 */
export class LeaseDeadline {
  readonly #lengthMs: number;
  #end: number;

  /** `sentAt` is the time of {@link readLeaseClock} when the claim was sent. */
  constructor(leaseMs: number, sentAt: number) {
    this.#lengthMs = leaseMs * (1 - MARGIN);
    this.#end = sentAt + this.#lengthMs;
  }

  /** Counts anew from when a renewal was sent that has succeeded. */
  extend(sentAt: number): void {
    this.#end = Math.max(this.#end, sentAt + this.#lengthMs);
  }

  isPast(): boolean {
    return readLeaseClock() > this.#end;
  }
}
