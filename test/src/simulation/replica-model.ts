import { LeaseLostError, type Lease, type NewTask, type TaskEngine } from '@formwork/runtime';
import type { DatabaseModel } from './database-model.ts';
import type { Act, VirtualTime } from './virtual-time.ts';

/**
 * A model of one replica: it accepts tasks, runs them under leases that it renews, looks for tasks of
 * others, and can be killed, cut off and drained. The rules are those of a runner with its default
 * options; handlers only take time.
 */
export interface ReplicaModel {
  /** Accepts a task; calls one of the two functions, or none if the replica dies first. */
  accept(task: NewTask, answer: AcceptAnswer): void;
  /** Kills the replica as `kill -9` does. */
  kill(): void;
  /** Begins again after `kill` or `drain`. */
  start(): void;
  /** Gives all tasks back and ends, as on SIGTERM. */
  drain(): void;
  /** Cuts the replica off from the database for a time in milliseconds. */
  cutOff(milliseconds: number): void;
  isServing(): boolean;
}

/** The functions by which a replica tells the caller whether it has accepted a task. */
interface AcceptAnswer {
  onAccepted(taskId: string): void;
  onFailed(): void;
}

/**
 * The options of {@link createReplicaModel}: its clock, engine and database, and functions that get
 * its events.
 */
export interface ReplicaModelOptions {
  readonly time: VirtualTime;
  readonly engine: TaskEngine;
  readonly database: DatabaseModel;
  readonly name: string;
  /**
   * The offset of polls and renewals, as a share of their intervals, so that replicas do not act
   * all at once.
   */
  readonly phase: number;
  /** Returns the time that the handler of a task takes, in milliseconds. */
  readonly durationOf: (taskId: string) => number;
  readonly onBegun: (lease: Lease) => void;
  readonly onEnded: (lease: Lease) => void;
  /** Called when the engine refused the end of a task because its lease was lost. */
  readonly onFenced: (lease: Lease) => void;
}

const CONCURRENCY = 256;
const LEASE_MS = 12_000;
const POLL_MS = 1_000;
/** The time after which a statement counts as lost if nothing comes back, in milliseconds. */
const ANSWER_MS = 12_000;

/** Makes a replica that is running. */
export function createReplicaModel(options: ReplicaModelOptions): ReplicaModel {
  const { time, engine, database, name, phase, durationOf, onBegun, onEnded, onFenced } = options;
  const claim = { worker: name, ttlMs: LEASE_MS };
  /** The number of restarts; acts that were planned before a restart do nothing. */
  let life = 0;
  let isServing = true;
  let cutUntil = 0;
  let leases = new Map<string, Lease>();
  let promised = 0;
  let isAnswerLost = false;

  /**
   * Runs a statement of the current process; the database carries it out even if the process dies.
   */
  function run(
    kind: Parameters<DatabaseModel['run']>[0],
    work: { readonly act: () => Promise<Act>; readonly onFailed?: Act },
  ): void {
    const own = life;
    const { act, onFailed = () => undefined } = work;
    const failed: Act = () => (own === life ? onFailed() : undefined);
    if (cutUntil > time.now()) {
      // While the replica is cut off, either the statement is lost or only its answer, in turn.
      isAnswerLost = !isAnswerLost;
      if (isAnswerLost)
        database.run(
          kind,
          async () => void (await act()),
          () => undefined,
        );
      return time.after(ANSWER_MS, failed);
    }
    database.run(
      kind,
      async () => {
        const tell = await act();
        if (own === life) await tell();
      },
      failed,
    );
  }

  /** Tells the other replicas that a task has changed; costs one statement. */
  function notify(): void {
    run('notify', { act: async () => () => undefined });
  }

  function begin(lease: Lease): void {
    const own = life;
    leases.set(lease.taskId, lease);
    onBegun(lease);
    time.after(durationOf(lease.taskId), () => {
      if (own === life && leases.get(lease.taskId) === lease) end(lease);
    });
  }

  function end(lease: Lease): void {
    const leave = (): void => {
      if (leases.get(lease.taskId) === lease) leases.delete(lease.taskId);
    };
    run('end', {
      async act() {
        try {
          await engine.append(lease, [{ kind: 'status', state: 'completed' }]);
          onEnded(lease);
        } catch (error) {
          if (!(error instanceof LeaseLostError)) throw error;
          onFenced(lease);
        }
        return () => {
          leave();
          notify();
        };
      },
      // The lease expires, and another replica claims the task.
      onFailed: leave,
    });
  }

  function look(): void {
    const free = CONCURRENCY - leases.size - promised;
    if (free <= 0) return;
    promised += free;
    const giveUp = (): void => {
      promised -= free;
    };
    run('claim', {
      async act() {
        const found = await engine.claim(claim, free);
        return () => {
          giveUp();
          for (const lease of found) begin(lease);
        };
      },
      onFailed: giveUp,
    });
  }

  function renew(): void {
    const held = [...leases.values()];
    if (held.length === 0) return;
    run('renew', {
      async act() {
        const { lost } = await engine.renew(held, LEASE_MS);
        return () => {
          for (const taskId of lost) leases.delete(taskId);
        };
      },
    });
  }

  function repeat(everyMs: number, act: () => void): void {
    const own = life;
    function again(): void {
      if (own !== life) return;
      act();
      time.after(everyMs, again);
    }
    time.after(everyMs * phase, again);
  }

  function start(): void {
    leases = new Map();
    promised = 0;
    isServing = true;
    repeat(POLL_MS, look);
    repeat(LEASE_MS / 3, renew);
  }

  function kill(): void {
    life += 1;
    isServing = false;
  }

  start();
  return {
    accept(task, { onAccepted, onFailed }) {
      const hasPlace = leases.size + promised < CONCURRENCY;
      if (hasPlace) promised += 1;
      const giveUp = (): void => {
        if (hasPlace) promised -= 1;
      };
      run('create', {
        async act() {
          const { taskId, lease } = await engine.create(task, hasPlace ? claim : undefined);
          return () => {
            giveUp();
            onAccepted(taskId);
            notify();
            if (lease !== undefined) begin(lease);
          };
        },
        onFailed() {
          giveUp();
          onFailed();
        },
      });
    },
    kill,
    start,
    drain() {
      const held = [...leases.values()];
      run('release', {
        async act() {
          await engine.release(held);
          return () => undefined;
        },
      });
      kill();
    },
    cutOff(milliseconds) {
      cutUntil = time.now() + milliseconds;
    },
    isServing: () => isServing,
  };
}
