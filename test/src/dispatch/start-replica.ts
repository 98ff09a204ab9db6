import { fork } from 'node:child_process';
import { once } from 'node:events';
import { toChildProgram } from '../faults/child-program.ts';

/** The settings of a replica: its dispatcher, its database, and the limits of its runner. */
export interface ReplicaSettings {
  readonly dispatch: 'rows' | 'pg-boss' | 'bullmq';
  readonly url: string;
  readonly schema: string;
  readonly redisUrl?: string;
  readonly concurrency: number;
  readonly leaseMs: number;
  readonly pollMs?: number;
}

/**
 * An order to a replica. `text` is the duration of each task in milliseconds, or `fail`, or
 * `third` or `elsewhere`: such a task ends only at its third attempt, or in another process than the
 * one that made it.
 */
export type ReplicaOrder =
  | {
      readonly kind: 'make';
      readonly count: number;
      readonly text: string;
      readonly everyMs?: number;
    }
  | { readonly kind: 'stop' }
  | { readonly kind: 'die' };

/** A report of a replica; times are in milliseconds since 1970. */
export type ReplicaReport =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'made';
      readonly taskId: string;
      /** True if the task began in the process that made it. */
      readonly isHere: boolean;
      readonly at: number;
    }
  /** A task was put into the queue. */
  | { readonly kind: 'queued'; readonly taskId: string }
  | {
      readonly kind: 'began';
      readonly taskId: string;
      readonly attempt: number;
      readonly at: number;
    };

/** A replica in a process of its own, which a test gives orders to, kills or stops. */
export interface Replica {
  tell(order: ReplicaOrder): void;
  /** Kills the replica's process at once, as `kill -9` does, and resolves when it has ended. */
  kill(): Promise<void>;
  /**
   * Kills the replica's process as `kill -9` does, amid its tasks and with none of the queue's jobs in
   * its hands, which the queue would deliver again only after a minute. Resolves when it has ended.
   */
  die(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a replica in a process of its own and calls `hear` with each of its reports. */
export async function startReplica(
  settings: ReplicaSettings,
  hear: (said: ReplicaReport) => void,
): Promise<Replica> {
  const child = fork(await toChildProgram('replica-child'), [JSON.stringify(settings)], {
    // The program is bundled, so it needs none of the conditions under which tests find sources.
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    child.on('message', (said: ReplicaReport) => {
      if (said.kind === 'ready') resolve();
      hear(said);
    });
    void ended.then(() => reject(new Error('The replica has ended.')));
  });
  return {
    tell: (order) => void child.send(order),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async die() {
      child.send({ kind: 'die' } satisfies ReplicaOrder);
      await ended;
    },
    async stop() {
      child.send({ kind: 'stop' } satisfies ReplicaOrder);
      await ended;
    },
  };
}
