import type { RunEnd, TaskLogger } from '@formwork/core';
import type { Telemetry, TraceContext } from '@formwork/telemetry';
import type { AgentVersions } from '../agent-versions.ts';
import type { Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import type { EngineStorageError } from '../errors.ts';
import type { LeaseDeadline } from './lease-deadline.ts';
import type { OrphanedSteps } from './orphaned-steps.ts';
import type { RunStorageErrors } from './run-storage-errors.ts';

/** One run of a task's handler under one lease. */
export interface Run {
  readonly lease: Lease;
  readonly deadline: LeaseDeadline;
  /** Resolves when the run is over and its handler has returned; never rejects. */
  readonly done: Promise<void>;
  /** Returns true once the run has ended: its handler got its signal, or has returned. */
  isOver(): boolean;
  /** Ends the task as canceled, then tells the handler to stop. */
  cancel(): Promise<void>;
  /** Tells the handler to stop, and writes nothing more to the task. */
  abandon(end: RunEnd): void;
  /**
   * Stops the run as soon as none of its steps is running, and starts no further step. Resolves
   * when the handler has returned and the results of its steps are stored.
   */
  drain(): Promise<void>;
  /**
   * Stops the run because its lease is lost; the reason tells the handler if the task was canceled.
   */
  lose(): Promise<void>;
}

/** Options of a run. */
export interface RunOptions {
  readonly engine: TaskEngine;
  readonly agents: AgentVersions;
  readonly logger: TaskLogger;
  readonly lease: Lease;
  /** The number of attempts that lose their lease after which the task fails. */
  readonly maxAttempts: number;
  /** The largest size of a step's result, a question or a progress text, in bytes of UTF-8. */
  readonly maxEntryBytes: number;
  /** The steps of this process that go on although their runs are over. */
  readonly orphanedSteps: OrphanedSteps;
  /** The time until which the run begins steps without asking whether it still holds its lease. */
  readonly deadline: LeaseDeadline;
  /**
   * Called before a step that would begin after the deadline: renews the lease, which extends the
   * deadline or stops the run. Rejects if the storage does not answer.
   */
  readonly onOverdue: (run: Run) => Promise<void>;
  /**
   * Called when the run has ended its task. The handler may still be running and keep its place.
   */
  readonly onSettled: () => void;
  /** Called when the handler still runs `LINGER_MS` after its signal. */
  readonly onLinger: (run: Run, end: RunEnd) => void;
  /**
   * Called with the error of the storage if it refused a write of this run. The task has not ended,
   * and this run writes nothing more, though its handler may go on.
   */
  readonly onFault: (error: EngineStorageError) => void;
  /**
   * Called when the lease was given back, so that the task is tried again after the given
   * milliseconds.
   */
  readonly onRetry: (retryAfterMs: number) => void;
  /** Takes the lease back. */
  readonly source: Pick<TaskEngine, 'release'>;
  /** Counts the runs in a row that the storage kept from going on. */
  readonly faults: Pick<RunStorageErrors, 'putOff' | 'getOn'>;
  /** Called when the agent lacks the skill of the task. */
  readonly onMissingSkill: (lease: Lease) => void;
  /**
   * The task that is still being written while the run begins; absent if the task is already
   * stored.
   */
  readonly early?: EarlyStart | undefined;
  /** The spans and metrics of this process; absent without an OpenTelemetry SDK. */
  readonly telemetry?: Telemetry | undefined;
  /** The trace context of the request that started the task; absent if the runner claimed it. */
  readonly parent?: TraceContext | undefined;
}

/** A task that is still being written while its run begins. */
export interface EarlyStart {
  readonly snapshot: TaskSnapshot;
  /** Resolves to true if the task was created, else to false; never rejects. */
  readonly created: Promise<boolean>;
}
