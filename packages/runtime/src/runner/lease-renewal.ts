import type { Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { StorageLog } from '../service-log.ts';
import { readLeaseClock } from './lease-deadline.ts';
import type { Run } from './run-options.ts';

/**
 * Renews the leases of the runs of one process; runs learn when theirs is extended, lost, or to be
 * canceled.
 */
export class LeaseRenewal {
  readonly #engine: Pick<TaskEngine, 'renew'>;
  readonly #leaseMs: number;
  readonly #runs: Iterable<Run>;
  readonly #storage: Pick<StorageLog, 'fail'>;
  readonly #guard: (lease: Lease) => void;
  /** The time of the last renewal of all leases, in milliseconds by the clock of the process. */
  #renewedAt = performance.now();

  constructor(options: {
    readonly engine: Pick<TaskEngine, 'renew'>;
    readonly leaseMs: number;
    /** The runs that have a place; the last one of a task is the one that may hold its lease. */
    readonly runs: Iterable<Run>;
    readonly storage: Pick<StorageLog, 'fail'>;
    /** Called with each lease that is about to be renewed with all others. */
    readonly guard: (lease: Lease) => void;
  }) {
    const { engine, leaseMs, runs, storage, guard } = options;
    this.#engine = engine;
    this.#leaseMs = leaseMs;
    this.#runs = runs;
    this.#storage = storage;
    this.#guard = guard;
  }

  /** Renews the leases of all runs; never rejects. */
  async renewAll(): Promise<void> {
    this.#renewedAt = performance.now();
    // Only the last run of each task is renewed: an earlier one has lost its lease.
    const runs = [...new Map([...this.#runs].map((run) => [run.lease.taskId, run])).values()];
    if (runs.length === 0) return;
    for (const { lease } of runs) this.#guard(lease);
    await this.#send(runs).catch((error: unknown) =>
      this.#storage.fail('Cannot renew leases', error),
    );
  }

  /** Renews the lease of one run; rejects if the storage does not answer. */
  renew(run: Run): Promise<void> {
    return this.#send([run]);
  }

  /** Returns true if no renewal was sent for half a lease, such as by a blocked event loop. */
  isLate(): boolean {
    return performance.now() - this.#renewedAt > this.#leaseMs / 2;
  }

  async #send(runs: readonly Run[]): Promise<void> {
    const sentAt = readLeaseClock();
    const leases = runs.map(({ lease }) => lease);
    const { lost, cancel } = await this.#engine.renew(leases, this.#leaseMs);
    const ends: Promise<void>[] = [];
    for (const run of runs) {
      const { taskId } = run.lease;
      if (lost.includes(taskId)) ends.push(run.lose());
      else if (cancel.includes(taskId)) ends.push(run.cancel());
      else run.deadline.extend(sentAt);
    }
    await Promise.all(ends);
  }
}
