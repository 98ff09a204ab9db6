/** An entry of a task's log, reduced to what the checks need. */
export interface HistoryEvent {
  readonly seq: number;
  /** A text that describes the event; equal events have equal texts. */
  readonly text: string;
  /** The new state; present for changes of state only. */
  readonly state?: string;
}

/** A task as its storage holds it after a run. */
export interface StoredTask {
  readonly taskId: string;
  /** The idempotency key of the message that created the task. */
  readonly key: string;
  readonly log: readonly (HistoryEvent & {
    /** False for entries that streams do not show. */
    readonly isStreamed: boolean;
    /** The name of the step whose result this entry is; absent for other entries. */
    readonly step?: string;
  })[];
}

/** The fact that a caller was told which task its message created. */
export interface AcknowledgedCreate {
  readonly key: string;
  readonly taskId: string;
}

/** The fact that a caller was told the state of a task. */
export interface AcknowledgedState {
  readonly taskId: string;
  readonly state: string;
}

/** The fact that a caller was told that its answer to a question was accepted. */
export interface AcknowledgedAnswer {
  readonly taskId: string;
  /** The text of the answer's event in the task's log. */
  readonly text: string;
}

/** All that one reader saw of a task, over all connections that it needed. */
export interface SeenStream {
  readonly taskId: string;
  /** The position in the log after which the stream began. */
  readonly after: number;
  /** The state of the task when the stream began; absent if the stream began with an event. */
  readonly state?: string;
  readonly events: readonly HistoryEvent[];
  /** True if the stream ended with the task, not with a connection. */
  readonly isComplete: boolean;
}

/** A push notification that its receiver accepted. */
export interface TakenNotification {
  readonly taskId: string;
  readonly seq: number;
  readonly text: string;
}

/**
 * An entry of the journal, which the processes that run tasks write beside the engine, in the order
 * of time.
 */
export type JournalEntry =
  /** An engine gave out a lease. */
  | {
      readonly kind: 'granted';
      readonly pid: number;
      readonly taskId: string;
      readonly epoch: number;
      readonly attempt: number;
    }
  /** An engine acknowledged events, the last of which is at `seq`. */
  | {
      readonly kind: 'appended';
      readonly taskId: string;
      readonly epoch: number;
      readonly seq: number;
      readonly texts: readonly string[];
      /** The names of the steps whose results are among the events. */
      readonly steps: readonly string[];
    }
  /** A run did the work of a step. */
  | {
      readonly kind: 'effect';
      readonly pid: number;
      readonly taskId: string;
      readonly attempt: number;
      readonly step: string;
    }
  /** The signal of a handler was aborted. */
  | {
      readonly kind: 'aborted';
      readonly pid: number;
      readonly taskId: string;
      /** The way in which the run ended, or the name of the error that is the reason. */
      readonly reason: string;
    };

/** All that callers, readers and runners observed of one run, and the tasks stored after it. */
export interface RunHistory {
  readonly tasks: readonly StoredTask[];
  readonly creates: readonly AcknowledgedCreate[];
  readonly states: readonly AcknowledgedState[];
  readonly answers: readonly AcknowledgedAnswer[];
  readonly streams: readonly SeenStream[];
  /** The ids of the tasks whose whole logs go to a receiver. */
  readonly notified: readonly string[];
  /** The push notifications that receivers accepted, in the order of arrival. */
  readonly notifications: readonly TakenNotification[];
  readonly journal: readonly JournalEntry[];
}

/** A promise of the runtime that a run broke. */
export interface Violation {
  readonly rule:
    | 'create-lost'
    | 'create-repeated'
    | 'task-unasked'
    | 'event-lost'
    | 'log-gap'
    | 'end-missing'
    | 'end-repeated'
    | 'event-after-end'
    | 'state-lost'
    | 'answer-lost'
    | 'answer-repeated'
    | 'stream-repeats'
    | 'stream-skips'
    | 'stream-differs'
    | 'stream-short'
    | 'notification-missing'
    | 'notification-early'
    | 'notification-differs'
    | 'epoch-falls'
    | 'epoch-repeated'
    | 'step-repeated'
    | 'step-unseen';
  readonly taskId: string;
  readonly detail: string;
}

/** Returns true for states that end a task. */
export function isEnd(state: string | undefined): boolean {
  return ['completed', 'failed', 'canceled', 'rejected'].includes(state ?? '');
}
