/** One entry of a task's log, as much of it as a check needs. */
export interface HistoryEvent {
  readonly seq: number;
  /** Says what the event is; equal events have equal texts. */
  readonly text: string;
  /** Present for changes of state. */
  readonly state?: string;
}

/** A task as its storage has it after the run. */
export interface StoredTask {
  readonly taskId: string;
  /** What its message is known by. */
  readonly key: string;
  readonly log: readonly (HistoryEvent & {
    /** False for entries that streams do not show. */
    readonly isStreamed: boolean;
    /** The name of the step whose result this is. */
    readonly step?: string;
  })[];
}

/** A caller was told that its message is this task. */
export interface AcknowledgedCreate {
  readonly key: string;
  readonly taskId: string;
}

/** A caller was told that its task is in this state. */
export interface AcknowledgedState {
  readonly taskId: string;
  readonly state: string;
}

/** A caller was told that its answer to a question was taken. */
export interface AcknowledgedAnswer {
  readonly taskId: string;
  /** The text of the event that it is in the log. */
  readonly text: string;
}

/** What one reader saw of a task, over all the connections that it needed. */
export interface SeenStream {
  readonly taskId: string;
  /** The place in the log after which it began. */
  readonly after: number;
  /** What the task was when the stream began. Absent when it began with an event. */
  readonly state?: string;
  readonly events: readonly HistoryEvent[];
  /** True when it ended as a stream of a task does, not with its connection. */
  readonly isComplete: boolean;
}

/** What the processes that ran tasks wrote down themselves, in the order of time. */
export type JournalEntry =
  /** A lease was given out. */
  | {
      readonly kind: 'granted';
      readonly pid: number;
      readonly taskId: string;
      readonly epoch: number;
      readonly attempt: number;
    }
  /** An engine acknowledged events that end at `seq`. */
  | {
      readonly kind: 'appended';
      readonly taskId: string;
      readonly epoch: number;
      readonly seq: number;
      readonly texts: readonly string[];
      /** The steps whose results are among the events. */
      readonly steps: readonly string[];
    }
  /** A step did what it is there for. */
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
      /** How the run ended, or the name of the error that is its reason. */
      readonly reason: string;
    };

/** Everything that was seen of a run, by whoever saw it. */
export interface RunHistory {
  readonly tasks: readonly StoredTask[];
  readonly creates: readonly AcknowledgedCreate[];
  readonly states: readonly AcknowledgedState[];
  readonly answers: readonly AcknowledgedAnswer[];
  readonly streams: readonly SeenStream[];
  readonly journal: readonly JournalEntry[];
}

/** A promise that was broken. */
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
    | 'epoch-falls'
    | 'epoch-repeated'
    | 'step-repeated'
    | 'step-unseen';
  readonly taskId: string;
  readonly detail: string;
}

/** True for states that end a task. */
export function isEnd(state: string | undefined): boolean {
  return ['completed', 'failed', 'canceled', 'rejected'].includes(state ?? '');
}
