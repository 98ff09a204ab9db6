import type { Telemetry } from '@formwork/telemetry';
import { bindMethods } from '../bound-methods.ts';
import type { Lease } from '../engine/lease.ts';
import type { StateCounts, TaskEngine } from '../engine/task-engine.ts';
import { TASK_STATES, type NewTaskEvent, type TaskStateName } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { LeaseLostError } from '../errors.ts';
import { LinkedList, type LinkedEntry } from '../linked-list.ts';

/**
 * Reports the number of tasks by state, and the longest wait for a runner, whenever metrics are
 * read. Returns a function that ends the reports.
 */
export function reportTasks(
  engine: TaskEngine,
  {
    telemetry,
    keptMs = 10_000,
  }: {
    readonly telemetry: Telemetry;
    /**
     * The time for which metrics report the same numbers of tasks before the engine is asked again, in
     * milliseconds. Default 10,000.
     */
    readonly keptMs?: number;
  },
): () => void {
  const countStates = keep<StateCounts>(() => engine.countStates(), {}, keptMs);
  const findWait = keep(async () => (await engine.findLongestQueued())?.waitedMs ?? 0, 0, keptMs);
  const ends = [
    telemetry.observe('taskCount', {
      source: engine,
      async read() {
        const counts = await countStates();
        return TASK_STATES.map((state) => ({ value: counts[state] ?? 0, attributes: { state } }));
      },
    }),
    telemetry.observe('queueOldest', {
      source: engine,
      read: async () => [{ value: (await findWait()) / 1000, attributes: {} }],
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Keeps what a function has read for a time; an error is not kept, and gives `missing`. */
function keep<Value>(
  read: () => Promise<Value>,
  missing: Value,
  keptMs: number,
): () => Promise<Value> {
  const reading = new CachedMeasurement({ read, missing, keptMs });
  return () => reading.get();
}

class CachedMeasurement<Value> {
  readonly #options: {
    readonly read: () => Promise<Value>;
    readonly missing: Value;
    readonly keptMs: number;
  };
  #value: Promise<Value> | undefined;
  #readAt = -Infinity;

  constructor(options: {
    readonly read: () => Promise<Value>;
    readonly missing: Value;
    readonly keptMs: number;
  }) {
    this.#options = options;
  }

  get(): Promise<Value> {
    const { read, missing, keptMs } = this.#options;
    if (this.#value !== undefined && performance.now() - this.#readAt <= keptMs) return this.#value;
    this.#readAt = performance.now();
    this.#value = read().catch(() => {
      // An error of the storage must not break the metrics; the next time reads again.
      this.#value = undefined;
      return missing;
    });
    return this.#value;
  }
}

/** The lease of an early run, as long as its task is being created. */
class EarlyLease {
  readonly #leases: LinkedList<Lease>;
  #entry: LinkedEntry<Lease> | undefined;

  constructor(leases: LinkedList<Lease>) {
    this.#leases = leases;
  }

  begin(lease: Lease): void {
    this.#entry = this.#leases.add(lease);
  }

  /** Takes the lease from the list, and returns it; `undefined` if no run has begun. */
  end(): Lease | undefined {
    if (this.#entry !== undefined) this.#leases.remove(this.#entry);
    return this.#entry?.item;
  }
}

/**
 * Wraps an engine so that metrics count the states that tasks reach and the leases that are lost. A
 * progress report does not count as a change of state.
 */
export function observeEngine(engine: TaskEngine, telemetry: Telemetry): TaskEngine {
  /**
   * The leases that must not be counted as lost: those already counted, and those of early runs
   * whose tasks existed before.
   */
  const settled = new WeakSet<Lease>();
  /** The leases of early runs, whose tasks are being created and may turn out to exist. */
  const early = new LinkedList<Lease>();

  function count(state: TaskStateName): void {
    telemetry.add('tasks', 1, { state });
  }

  function countEnd(events: readonly NewTaskEvent[]): void {
    const last = events.at(-1);
    if (last?.kind === 'status' && last.state !== 'working') count(last.state);
  }

  function lose(lease: Lease): void {
    if (settled.has(lease) || early.find(lease) !== undefined) return;
    settled.add(lease);
    telemetry.add('leaseLosses', 1, {});
  }

  const observed: Pick<TaskEngine, 'create' | 'append' | 'renew' | 'reply' | 'cancel'> = {
    async create(task, claim) {
      const begin = claim?.start;
      const begun = new EarlyLease(early);
      let isNew = false;
      const watched = begin && {
        ...claim,
        start(lease: Lease, snapshot: TaskSnapshot): void {
          begun.begin(lease);
          begin(lease, snapshot);
        },
      };
      try {
        const result = await engine.create(task, watched ?? claim);
        isNew = result.created;
        if (isNew) count('submitted');
        return result;
      } finally {
        const lease = begun.end();
        if (lease !== undefined && !isNew) settled.add(lease);
      }
    },
    async append(lease, events) {
      try {
        const seq = await engine.append(lease, events);
        countEnd(events);
        return seq;
      } catch (error) {
        if (error instanceof LeaseLostError) lose(lease);
        throw error;
      }
    },
    async renew(leases, ttlMs) {
      const renewed = await engine.renew(leases, ttlMs);
      for (const lease of leases) if (renewed.lost.includes(lease.taskId)) lose(lease);
      return renewed;
    },
    async reply(scope, taskId, options) {
      const outcome = await engine.reply(scope, taskId, options);
      if (outcome.kind !== 'accepted') return outcome;
      const last = options.reply.events.at(-1);
      if (last?.kind === 'status') count(last.state);
      return outcome;
    },
    async cancel(scope, taskId, options) {
      const outcome = await engine.cancel(scope, taskId, options);
      if (outcome.kind === 'canceled') count('canceled');
      return outcome;
    },
  };
  return { ...bindMethods(engine), ...observed };
}
