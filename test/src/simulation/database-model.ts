import type { Random } from '../faults/load/random.ts';
import { createDistribution, type Distribution } from './distribution.ts';
import type { Act, VirtualTime } from './virtual-time.ts';

/** The kinds of statements that replicas send to the database. */
export type StatementKind = 'create' | 'end' | 'claim' | 'renew' | 'release' | 'notify';

/**
 * A model of a PostgreSQL server: a number of processors, one queue for them, and a cost for each
 * kind of statement. An engine carries the statements out; the model only decides when.
 */
export interface DatabaseModel {
  /**
   * Runs a statement: calls `onDone` when it is done, or `onFailed` if the database is down too
   * long.
   */
  run(kind: StatementKind, onDone: Act, onFailed: Act): void;
  /** Stops the server for `awayMs` milliseconds. */
  restart(awayMs: number): void;
  /** Returns the share of time that the processors were busy since the last call, from 0 to 1. */
  readUtilisation(): number;
  /** The times that statements waited for a free processor. */
  readonly waits: Distribution;
  readonly counts: ReadonlyMap<StatementKind, number>;
}

/**
 * The options of {@link createDatabaseModel}: the clock, the number of processors, and the cost of
 * statements.
 */
export interface DatabaseModelOptions {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly processors: number;
  /** The processor time of each kind of statement, in milliseconds. */
  readonly costMs: Readonly<Record<StatementKind, number>>;
}

/** The longest time that a call tries to reach a database that is down, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Makes a model of an idle server. */
export function createDatabaseModel(options: DatabaseModelOptions): DatabaseModel {
  const { time, random, processors, costMs } = options;
  const freeAt = Array.from({ length: processors }, () => 0);
  const waits = createDistribution();
  const counts = new Map<StatementKind, number>();
  let busyMs = 0;
  let readAt = time.now();
  let backAt = 0;

  /**
   * Draws the cost of a statement from an exponential distribution, because a few statements take
   * much longer than most.
   */
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
