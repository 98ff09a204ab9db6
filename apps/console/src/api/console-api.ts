import type { DeadLetter, TaskSummary } from '@formwork/runtime';
import type {
  ChangeRefusal,
  EventShape,
  AskedQuestion,
  FollowUpForm,
  Receiver,
  TaskContents,
} from '@formwork/runtime/internal';
import type { KnownCaller, LogEntry } from '@formwork/server';

export type { TaskSummary } from '@formwork/runtime';

/** A way in which an operator can say who it is, for the fields of the page. */
export type ConsoleCredential =
  | { readonly kind: 'bearer' }
  | { readonly kind: 'api-key'; readonly header: string };

/** The facts that anybody who opens the page may know: `GET api/session`. */
export interface ConsoleSession {
  readonly agent: { readonly name: string; readonly version: string };
  /** True if the caller may use the rest of the API. */
  readonly isAdmitted: boolean;
  /**
   * The principal id of the operator; absent without authentication, and if the operator is not
   * admitted.
   */
  readonly operator?: string;
  /** The scope that an operator's credentials need. */
  readonly scope: string;
  readonly credentials: readonly ConsoleCredential[];
  /** The host of the provider at which operators sign in; absent if they enter credentials. */
  readonly provider?: string;
  readonly isSignedIn: boolean;
  /** The skills of the agent, also those that only earlier versions had; for operators alone. */
  readonly skills?: readonly ConsoleSkill[];
}

/** A skill, with the name by which people know it. */
export interface ConsoleSkill {
  readonly id: string;
  readonly name: string;
}

/** The process that answers, because numbers of one process are not those of another. */
export interface ConsoleProcess {
  /** The name of the machine and the process id. */
  readonly id: string;
  /** The time from which the process has counted, in milliseconds since 1970. */
  readonly countedSince: number;
  /** The time of the answer, in milliseconds since 1970. */
  readonly now: number;
}

/** Times of attempts or steps, in seconds. */
export interface ConsoleTimes {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
}

/** The live numbers of the server: `GET api/overview`. Each is a metric. */
export interface ConsoleOverview {
  readonly process: ConsoleProcess;
  /** The number of tasks that the engine keeps, by state. */
  readonly states: Readonly<Record<string, number>>;
  /** The wait of the task that waits longest for a runner, in seconds. */
  readonly oldestWait: number;
  /** The number of attempts that this process runs now. */
  readonly running: number;
  /** The number of leases that this process has lost. */
  readonly leaseLosses: number;
  /** The tasks that this process completed and let fail, in each of the last 24 hours, the oldest first. */
  readonly hours: readonly {
    /** The start of the hour, in milliseconds since 1970. */
    readonly startsAt: number;
    readonly completed: number;
    readonly failed: number;
  }[];
  /** The tasks that have failed in this process, the most usual reasons first. */
  readonly failures: readonly {
    readonly skill: string;
    readonly reason: string;
    readonly count: number;
  }[];
  /** The attempts of this process by skill, the slowest first. */
  readonly skills: readonly (ConsoleTimes & {
    readonly skill: string;
    /** The share of attempts that failed, from 0 to 1. */
    readonly failed: number;
  })[];
  /** The steps of this process, the slowest first. */
  readonly steps: readonly (ConsoleTimes & { readonly skill: string; readonly step: string })[];
}

/** The last failure of a task, as far as the process that answers remembers it. */
export interface ConsoleFailure {
  /** The kind of error, such as `PUBLIC` or `TypeError`. */
  readonly reason: string;
  /** The beginning of the error in the log; absent if the log has none. */
  readonly message?: string;
}

/** A task in a list. */
export interface ConsoleRow extends TaskSummary {
  /** The failure for which the task ended or rests; absent without one. */
  readonly failure?: ConsoleFailure;
}

/** One page of tasks: `GET api/tasks`. */
export interface ConsoleTasks {
  readonly tasks: readonly ConsoleRow[];
  /** The time of the answer, in milliseconds since 1970, by which ages are counted. */
  readonly now: number;
  readonly nextPageToken?: string;
}

/** An attempt, a step or a notification that the process remembers. */
export interface ConsoleSpan {
  readonly kind: 'attempt' | 'step' | 'webhook';
  /** The number of the attempt, the key of the step, or the host of the receiver. */
  readonly name: string;
  /** The number of answers before an attempt: attempts are counted anew after each. */
  readonly answers?: number;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** How an attempt or a notification ended, such as `completed`, `retry` or `delivered`. */
  readonly outcome?: string;
  /** The kind of error of a failure, such as `PUBLIC` or `TypeError`. */
  readonly reason?: string;
}

/** The last change of the people that a question is given to, or of who has taken it. */
export type QuestionChange = NonNullable<NonNullable<FollowUpForm['assignment']>['change']>;

/** A question without what it asks: the people that it is given to, and how far it is. */
export interface ConsoleQuestion {
  /** The number of the question in its task, from 0. */
  readonly number: number;
  /** The name of the form; absent if the answer is text. */
  readonly form?: string;
  /** The addresses that the question is given to; absent if the caller is asked. */
  readonly to?: readonly string[];
  /** The id of the person who has taken the question. */
  readonly claimedBy?: string;
  /** The time at which the question is overdue, ISO 8601; absent if it never is. */
  readonly dueAt?: string;
  readonly isOverdue?: true;
  /** True if the caller of the task may not answer. */
  readonly fourEyes?: true;
  /** The last change; absent while there was none. */
  readonly change?: QuestionChange;
}

/** The shape of an event, without its content. */
export type ConsoleShape =
  | Exclude<EventShape, { readonly kind: 'status' }>
  | (Omit<Extract<EventShape, { readonly kind: 'status' }>, 'question'> & {
      readonly question?: ConsoleQuestion;
    });

/** An event of a task's log, without its content. */
interface ConsoleEvent {
  readonly seq: number;
  readonly timestamp: string;
  readonly shape: ConsoleShape;
}

/** A task without its contents: `GET api/tasks/ID`. */
export interface ConsoleTask {
  readonly process: ConsoleProcess;
  readonly task: TaskSummary;
  readonly createdAt?: string;
  /** The input schema of the task; absent for a task of text. */
  readonly schema?: string;
  /** The events after the position that the page has; at most 500. */
  readonly events: readonly ConsoleEvent[];
  /** The spans that this process remembers; others have theirs. */
  readonly spans: readonly ConsoleSpan[];
  /** The entries of the log that this process remembers; others have theirs. */
  readonly logs: readonly LogEntry[];
  readonly receivers: readonly Receiver[];
  /** The question that the task waits on; absent if it waits on none. */
  readonly question?: ConsoleQuestion;
}

/** The content of a task, and the question that it waits on: `POST api/tasks/ID/data`. */
export interface ConsoleData {
  /** Absent if the secrets among them are not known, because the agent lacks the schema. */
  readonly contents?: TaskContents;
  /** `about` is JSON that the agent shows beside the question; absent if it shows none. */
  readonly question?: AskedQuestion & { readonly about?: unknown };
  /** The number of events up to which this is shown; the task may have gone on since. */
  readonly seq: number;
}

/** The outcome of a change: `POST api/tasks/ID/ACTION`. */
export interface ConsoleChange {
  readonly outcome: string;
  readonly newTaskId?: string;
  readonly why?: ChangeRefusal;
  /** The sentences that say why an answer does not fit. */
  readonly problems?: readonly string[];
}

/** The receivers of notifications that were given up: `GET api/letters`. */
export interface ConsoleLetters {
  readonly letters: readonly DeadLetter[];
}

/** A caller, with its use of the limits. */
interface ConsoleCaller extends KnownCaller {
  readonly unfinishedTasks: number;
  readonly waitingQuestions: number;
  readonly storedBytes: number;
}

/** The callers of this process: `GET api/callers`. */
export interface ConsoleCallers {
  readonly process: ConsoleProcess;
  readonly callers: readonly ConsoleCaller[];
  /** The limits by their names; absent if the server has none. */
  readonly limits?: Readonly<Record<string, number>>;
}

/** The agent as others see it: `GET api/agent`. */
export interface ConsoleAgent {
  readonly process: ConsoleProcess;
  readonly node: string;
  readonly versions: readonly {
    readonly name: string;
    readonly version: string;
    /** The time from which tasks begin with it; absent for the one the process started with. */
    readonly since?: number;
  }[];
  readonly cards: {
    readonly v1: string;
    readonly v03: string;
    /** The card for the operator; absent if there is no other than the public one. */
    readonly extended?: string;
  };
}
