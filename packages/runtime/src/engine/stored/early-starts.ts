import { LeaseLostError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { foldEvents, createBlankSnapshot } from '../fold-events.ts';
import type { Lease } from '../lease.ts';
import { checkNewEvents } from '../requests.ts';
import type { NewTask } from '../task-engine.ts';
import { isTerminalState } from '../task-event.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';
import type { EncodedEvent } from './event-codec.ts';

/** A task whose run begins before the task is stored, and the promise of its outcome. */
interface EarlyStart {
  readonly task: NewTask;
  readonly written: Promise<Written>;
  readonly settle: (written: Written) => void;
  /**
   * The events by which the run has ended the task before it was stored; `undefined` if it has not.
   */
  ending: readonly EncodedEvent[] | undefined;
  /** True once the transaction that creates the task has begun. */
  isTaken: boolean;
  /** The time at which the task was created, in milliseconds since 1970; `undefined` until then. */
  time: number | undefined;
}

/**
 * The lease of a run that begins before its task is stored. It refers to its `EarlyStart` itself,
 * because a weak map would cost more garbage collection than all other work here.
 */
class EarlyLease implements Lease {
  readonly taskId: string;
  readonly scope: Scope;
  readonly skillId?: string;
  readonly epoch: number;
  readonly attempt: number;
  readonly cancelRequested: boolean;
  readonly #start: EarlyStart;

  constructor(lease: Lease, start: EarlyStart) {
    this.taskId = lease.taskId;
    this.scope = lease.scope;
    if (lease.skillId !== undefined) {
      this.skillId = lease.skillId;
    }
    this.epoch = lease.epoch;
    this.attempt = lease.attempt;
    this.cancelRequested = lease.cancelRequested;
    this.#start = start;
  }

  static startOf(lease: Lease): EarlyStart | undefined {
    return #start in lease ? lease.#start : undefined;
  }
}

/**
 * The outcome of storing a task whose run began early: created, refused because the task existed,
 * or failed.
 */
type Written =
  | { readonly kind: 'made' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed'; readonly error: unknown };

const SUBMITTED = { kind: 'status', state: 'submitted' } as const;

/**
 * Keeps track of tasks whose runs begin before the tasks are stored, and stores the end of a task
 * that ends at once together with the task. A call whose handler ends at once creates and ends its
 * task in one write, then reads the task. The snapshot is kept for that read, because such a task
 * cannot change any more.
 */
export class EarlyStarts {
  #shown: Map<string, TaskSnapshot> | undefined;

  begin(task: NewTask): Lease {
    const { promise: written, resolve: settle } = Promise.withResolvers<Written>();
    const state = { ending: undefined, isTaken: false, time: undefined };
    return new EarlyLease(createFirstLease(task), { task, written, settle, ...state });
  }

  /**
   * Adds the events that end a task to the transaction that creates it. Resolves with the position
   * of the last event; returns `undefined` if the transaction has begun, or the events do not end
   * the task.
   */
  join(lease: Lease, events: readonly EncodedEvent[]): Promise<number> | undefined {
    const start = EarlyLease.startOf(lease);
    const last = events.at(-1)?.event;
    const isEnd = last?.kind === 'status' && isTerminalState(last.state);
    if (start === undefined || !isEnd || start.isTaken || start.ending !== undefined) {
      return undefined;
    }
    checkNewEvents(events.map(({ event }) => event));
    start.ending = events;
    return this.#waitFor(lease, start, events.length + 1);
  }

  /** Returns the events that `join` has added so far: until `take`, there may be others. */
  peek(lease: Lease): readonly EncodedEvent[] {
    return EarlyLease.startOf(lease)?.ending ?? [];
  }

  /**
   * Returns the events that `join` added, inside the transaction that creates the task. Later
   * events need a transaction of their own.
   */
  take(lease: Lease): readonly EncodedEvent[] | undefined {
    const start = EarlyLease.startOf(lease);
    if (start === undefined) {
      return undefined;
    }
    start.isTaken = true;
    // After a rollback, the transaction may run again, and then sets the time again.
    start.time = undefined;
    return start.ending;
  }

  /**
   * Notes that the task was created, inside the transaction that creates it; `time` is the time of
   * that transaction, in milliseconds since 1970.
   */
  make(lease: Lease, time: number): void {
    const start = EarlyLease.startOf(lease);
    if (start !== undefined) {
      start.time = time;
    }
  }

  /**
   * Settles the promises of `join` after the transaction that creates the task; `failure` is the
   * error that made it fail.
   */
  settle(lease: Lease, failure?: { readonly error: unknown }): void {
    const start = EarlyLease.startOf(lease);
    if (start === undefined) {
      return;
    }
    const { task, ending, time } = start;
    if (failure !== undefined) {
      start.settle({ kind: 'failed', error: failure.error });
    } else if (time === undefined) {
      start.settle({ kind: 'refused' });
    } else {
      if (ending !== undefined) {
        this.#show(createEndSnapshot(task, ending, time));
      }
      start.settle({ kind: 'made' });
    }
  }

  /**
   * Resolves once it is known for each lease whether its task was created; never rejects. Returns
   * `undefined` if all tasks are created, so that callers need not wait.
   */
  whenSettled(leases: readonly Lease[]): Promise<unknown> | undefined {
    const starts = leases.flatMap((lease) => EarlyLease.startOf(lease) ?? []);
    const openStarts = starts.filter(({ time }) => time === undefined);
    return openStarts.length === 0
      ? undefined
      : Promise.all(openStarts.map(({ written }) => written));
  }

  /**
   * Throws `LeaseLostError` if the task of the lease was not created; called inside a transaction.
   */
  check(lease: Lease): void {
    const start = EarlyLease.startOf(lease);
    if (start !== undefined && start.time === undefined) {
      throw new LeaseLostError(lease.taskId, lease.epoch);
    }
  }

  /**
   * Returns the snapshot of a task that was created and ended in one write; it is kept only until
   * the next turn of the event loop.
   */
  find(scope: Scope, taskId: string): TaskSnapshot | undefined {
    const snapshot = this.#shown?.get(taskId);
    return snapshot?.scope === scope ? snapshot : undefined;
  }

  #show(ending: TaskSnapshot): void {
    if (this.#shown === undefined) {
      this.#shown = new Map();
      setImmediate(() => {
        this.#shown = undefined;
      });
    }
    this.#shown.set(ending.id, ending);
  }

  async #waitFor(lease: Lease, { written }: EarlyStart, seq: number): Promise<number> {
    const outcome = await written;
    switch (outcome.kind) {
      case 'made':
        return seq;
      case 'refused':
        throw new LeaseLostError(lease.taskId, lease.epoch);
      case 'failed':
        throw outcome.error;
    }
  }
}

function createEndSnapshot(
  task: NewTask,
  ending: readonly EncodedEvent[],
  time: number,
): TaskSnapshot {
  const timestamp = new Date(time).toISOString();
  return foldEvents(
    createBlankSnapshot(task, timestamp),
    [SUBMITTED, ...ending.map(({ event }) => event)].map((event, index) => {
      return { seq: index + 1, timestamp, event };
    }),
  );
}

/** Makes the first lease, with epoch 1, of a task that is created with a claim. */
export function createFirstLease({ id: taskId, scope, invocation: { skillId } }: NewTask): Lease {
  const skill = skillId === undefined ? {} : { skillId };
  return { taskId, scope, ...skill, epoch: 1, attempt: 1, cancelRequested: false };
}
