/** The state in which a task is shown to people, with an icon and a word for each. */
export type TaskStateName =
  | 'sending'
  | 'working'
  | 'waiting'
  | 'reconnecting'
  | 'asking'
  | 'others'
  | 'authorizing'
  | 'done'
  | 'mismatch'
  | 'failed'
  | 'canceled'
  | 'rejected'
  | 'unsent';

/**
 * The kind of advice that a person gets after a failure, such as to sign in or to try again later.
 */
export type FailureAdvice =
  | 'network'
  | 'sign-in'
  | 'access'
  | 'later'
  | 'gone'
  | 'input'
  | 'skill'
  | 'other';

/** The texts about a question that other people than the person who sees it have to answer. */
export interface OthersMessages {
  /** The label of the people who may answer. */
  readonly waitingFor: string;
  readonly askedAt: string;
  readonly dueAt: string;
  readonly overdue: string;
  readonly claimedBy: string;
  /** The sentence that there is nothing to do. */
  readonly help: string;
  /** Everybody who has a role, such as `approver`. */
  role(name: string): string;
}

/** All texts about tasks in one language, except those of agents. */
export interface TaskMessages {
  readonly states: Readonly<Record<TaskStateName, string>>;
  readonly advice: Readonly<Record<FailureAdvice, string>>;
  /** The advice `later` for an agent that says how long to wait. */
  readonly laterIn: (wait: string) => string;
  /** The heading of the data that the person has sent. */
  readonly sent: string;
  /** The name of a message that the person has sent as a text, without a form. */
  readonly message: string;
  readonly cancel: string;
  readonly canceling: string;
  readonly cancelFailed: string;
  readonly progress: string;
  /** The note that the agent has been silent for ten seconds, for a task that goes on anyway. */
  readonly silent: string;
  /** The note that a message or an answer would be lost with the page. */
  readonly keepOpen: string;
  /** The note for what was canceled before the agent acknowledged it. */
  readonly givenUp: string;
  /** The note above an answer that an earlier page has sent without hearing whether it arrived. */
  readonly answerUnsure: string;
  /** The note that the next attempt to send begins after `wait`, such as `5 s`. */
  readonly nextTry: (wait: string) => string;
  readonly trying: string;
  /** The label of the button that does not wait for the next attempt. */
  readonly tryNow: string;
  readonly elapsed: string;
  /** Says behind "Done" how long the task took, such as "in 0.4 seconds". */
  readonly took: (time: string) => string;
  readonly partial: string;
  /** The heading of the artifacts that the task has sent in addition to its result. */
  readonly beside: string;
  readonly question: string;
  readonly answer: string;
  readonly yourAnswer: string;
  readonly answerMissing: string;
  readonly answerRefused: string;
  readonly others: OthersMessages;
  readonly agentWrote: string;
  readonly formRefused: string;
  readonly answerAsJson: string;
  readonly proceed: string;
  readonly consentHelp: string;
  readonly noLink: string;
  readonly tryAgain: string;
  readonly agentSays: string;
  readonly technical: string;
  readonly hidden: string;
  readonly showAll: string;
  /**
   * The label of the button that shows earlier pieces of an artifact. `count` is the number of
   * hidden pieces, or 0 for the beginning of a text.
   */
  readonly earlier: (count: number) => string;
  readonly waitingForForm: string;
  /**
   * The text of the link to the site where the person gives a consent; `host` is the host of that
   * site.
   */
  open(host: string): string;
  file(mediaType: string, size: string): string;
}
