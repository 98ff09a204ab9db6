import { LeaseLostError } from '../../errors/lease-lost-error.ts';
import { foldEvents, toBlankSnapshot } from '../fold-events.ts';
import type { Lease, NewTask } from '../task-engine.ts';
import type { NewTaskEvent } from '../task-event.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';
import { isTerminalState } from '../task-state.ts';
import { toFirstLease } from './task-changes.ts';

/** A task whose run begins before it is written. */
interface EarlyStart {
  readonly task: NewTask;
  /** What came of writing it: its time; `refused` when there was such a task; nothing so far. */
  outcome: number | 'refused' | undefined;
}

/** What is appended under an early lease. */
interface EarlyEvents {
  readonly events: readonly NewTaskEvent[];
  /** Position of the last of them. */
  readonly seq: number;
  /** Of the transaction, in milliseconds. */
  readonly time: number;
}

/** Tasks whose runs begin before they are written, and how those ended that end at once. */
export interface EarlyStarts {
  begin(task: NewTask): Lease;
  /** Inside the transaction that makes the task, or not. */
  settle(lease: Lease, outcome: number | 'refused'): void;
  /** Throws `LeaseLostError` when the task was not made. */
  check(lease: Lease): void;
  /** The task as these events leave it, if it was made in the same transaction and they end it. */
  toEnding(lease: Lease, early: EarlyEvents): TaskSnapshot | undefined;
  /** Shows a task that was just committed to those who look before the event loop goes on. */
  show(ending: TaskSnapshot): void;
  /** A task that was shown in this turn. */
  find(scope: string, taskId: string): TaskSnapshot | undefined;
}

const SUBMITTED = { kind: 'status', state: 'submitted' } as const;

/**
 * A call whose handler ends at once waits for its commit and looks at the task straight away; what
 * it will find is at hand, so the database is not asked. Nothing can change such a task any more,
 * and a look later in the same turn is none too early.
 */
export function createEarlyStarts(): EarlyStarts {
  const starts = new WeakMap<Lease, EarlyStart>();
  let shown: Map<string, TaskSnapshot> | undefined;

  return {
    begin(task) {
      const lease = toFirstLease(task);
      starts.set(lease, { task, outcome: undefined });
      return lease;
    },
    settle(lease, outcome) {
      const start = starts.get(lease);
      if (start !== undefined) {
        start.outcome = outcome;
      }
    },
    check(lease) {
      if (starts.get(lease)?.outcome === 'refused') {
        throw new LeaseLostError(lease.taskId, lease.epoch);
      }
    },
    toEnding(lease, { events, seq, time }) {
      const start = starts.get(lease);
      const last = events.at(-1);
      const isEnd = last?.kind === 'status' && isTerminalState(last.state);
      if (start === undefined || !isEnd || start.outcome !== time || seq !== events.length + 1) {
        return undefined;
      }
      const timestamp = new Date(time).toISOString();
      return foldEvents(
        toBlankSnapshot(start.task, timestamp),
        [SUBMITTED, ...events].map((event, index) => ({ seq: index + 1, timestamp, event })),
      );
    },
    show(ending) {
      if (shown === undefined) {
        shown = new Map();
        setImmediate(() => {
          shown = undefined;
        });
      }
      shown.set(ending.id, ending);
    },
    find(scope, taskId) {
      const snapshot = shown?.get(taskId);
      return snapshot?.scope === scope ? snapshot : undefined;
    },
  };
}
