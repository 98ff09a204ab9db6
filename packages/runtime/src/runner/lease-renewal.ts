import type { Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { StorageLog } from '../service-log.ts';
import { readLeaseClock } from './lease-deadline.ts';
import type { Run } from './run-options.ts';

/** Renews the leases of the runs of one process. */
export interface LeaseRenewal {
  /** Renews the leases of all runs; never rejects. */
  renewAll(): Promise<void>;
  /** Renews the lease of one run; rejects if the storage does not answer. */
  renew(run: Run): Promise<void>;
  /** Returns true if no renewal was sent for half a lease, such as by a blocked event loop. */
  isLate(): boolean;
}

/** Options of {@link createLeaseRenewal}. */
export interface LeaseRenewalOptions {
  readonly engine: Pick<TaskEngine, 'renew'>;
  readonly leaseMs: number;
  /** The runs that have a place; the last one of a task is the one that may hold its lease. */
  readonly runs: Iterable<Run>;
  readonly storage: Pick<StorageLog, 'fail'>;
  /** Called with each lease that is about to be renewed with all others. */
  readonly guard: (lease: Lease) => void;
}

/** Makes the renewal of leases: runs learn when theirs is extended, lost, or to be canceled. */
export function createLeaseRenewal(options: LeaseRenewalOptions): LeaseRenewal {
  const { engine, leaseMs, runs, storage, guard } = options;
  /** The time of the last renewal of all leases, in milliseconds by the clock of the process. */
  let renewedAt = performance.now();

  async function send(held: readonly Run[]): Promise<void> {
    const sentAt = readLeaseClock();
    const leases = held.map(({ lease }) => lease);
    const { lost, cancel } = await engine.renew(leases, leaseMs);
    const ends: Promise<void>[] = [];
    for (const run of held) {
      const { taskId } = run.lease;
      if (lost.includes(taskId)) ends.push(run.lose());
      else if (cancel.includes(taskId)) ends.push(run.cancel());
      else run.deadline.extend(sentAt);
    }
    await Promise.all(ends);
  }

  return {
    async renewAll() {
      renewedAt = performance.now();
      // Only the last run of each task is renewed: an earlier one has lost its lease.
      const held = [...new Map([...runs].map((run) => [run.lease.taskId, run])).values()];
      if (held.length === 0) return;
      for (const { lease } of held) guard(lease);
      await send(held).catch((error: unknown) => storage.fail('Cannot renew leases', error));
    },
    renew: (run) => send([run]),
    isLate: () => performance.now() - renewedAt > leaseMs / 2,
  };
}
