import type { Random } from '../faults/load/random.ts';
import { createDistribution, type Distribution } from './distribution.ts';
import type { Act, VirtualTime } from './virtual-time.ts';

/** The statements of replicas, by what they are for. */
export type StatementKind = 'create' | 'end' | 'claim' | 'renew' | 'release' | 'notify';

/**
 * A model of a PostgreSQL server: so many processors, a line before them, and a time for each kind of
 * statement. What statements do happens in an engine; the model only says when.
 */
export interface DatabaseModel {
  /** Runs a statement: calls `onDone` when it is done, `onFailed` if the database is away too long. */
  run(kind: StatementKind, onDone: Act, onFailed: Act): void;
  /** Ends the server; it is back after a time in milliseconds. */
  restart(awayMs: number): void;
  /** Returns the share of the time for which processors were busy since the last call. */
  readUtilisation(): number;
  /** The times that statements waited for a processor. */
  readonly waits: Distribution;
  readonly counts: ReadonlyMap<StatementKind, number>;
}

/** Options of {@link createDatabaseModel}. */
export interface DatabaseModelOptions {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly processors: number;
  /** The processor time of each kind of statement, in milliseconds. */
  readonly costMs: Readonly<Record<StatementKind, number>>;
}

/** How long a call tries to reach a database that is away, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Makes a server that has nothing to do. */
export function createDatabaseModel(options: DatabaseModelOptions): DatabaseModel {
  const { time, random, processors, costMs } = options;
  const freeAt = Array.from({ length: processors }, () => 0);
  const waits = createDistribution();
  const counts = new Map<StatementKind, number>();
  let busyMs = 0;
  let readAt = time.now();
  let backAt = 0;

  /** Some statements take much longer than most, so times are spread exponentially. */
  function drawCost(kind: StatementKind): number {
    return -Math.log(1 - random.below(1_000_000) / 1_000_000) * costMs[kind];
  }

  return {
    run(kind, onDone, onFailed) {
      const now = time.now();
      if (backAt > now) {
        const awayMs = backAt - now;
        if (awayMs > PATIENCE_MS) return time.after(PATIENCE_MS, onFailed);
        return time.after(awayMs, () => this.run(kind, onDone, onFailed));
      }
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const first = freeAt.indexOf(Math.min(...freeAt));
      const beginsAt = Math.max(now, freeAt[first] ?? 0);
      const cost = drawCost(kind);
      freeAt[first] = beginsAt + cost;
      busyMs += cost;
      waits.add(beginsAt - now);
      time.after(beginsAt + cost - now, onDone);
    },
    restart(awayMs) {
      backAt = time.now() + awayMs;
    },
    readUtilisation() {
      const share = busyMs / (processors * (time.now() - readAt));
      busyMs = 0;
      readAt = time.now();
      return share;
    },
    waits,
    counts,
  };
}
