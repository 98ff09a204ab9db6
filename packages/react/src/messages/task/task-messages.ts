/** States that a task is shown in; each has an icon and a word. */
export type TaskStateName =
  | 'sending'
  | 'working'
  | 'reconnecting'
  | 'asking'
  | 'authorizing'
  | 'done'
  | 'mismatch'
  | 'failed'
  | 'canceled'
  | 'rejected'
  | 'unsent';

/** Advice on a failure. */
export type FailureAdvice =
  | 'network'
  | 'sign-in'
  | 'access'
  | 'later'
  | 'gone'
  | 'input'
  | 'skill'
  | 'other';

/** Every text around a task that is not the agent's. */
export interface TaskMessages {
  readonly states: Readonly<Record<TaskStateName, string>>;
  readonly advice: Readonly<Record<FailureAdvice, string>>;
  /** Stands before what was sent. */
  readonly sent: string;
  /** The name of a message that was sent without a form. */
  readonly message: string;
  readonly cancel: string;
  readonly canceling: string;
  readonly cancelFailed: string;
  readonly progress: string;
  /** Shown after ten seconds without a word of the agent. */
  readonly silent: string;
  readonly elapsed: string;
  readonly partial: string;
  /** The heading of what was sent beside the result. */
  readonly beside: string;
  readonly question: string;
  readonly answer: string;
  readonly yourAnswer: string;
  readonly answerMissing: string;
  readonly answerRefused: string;
  /** Of a question that another page or program has answered. */
  readonly answeredElsewhere: string;
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
  /** Shows what came before. `count` is how many pieces; 0 for the beginning of a text. */
  readonly earlier: (count: number) => string;
  readonly waitingForForm: string;
  /** `host` is where the link leads. */
  open(host: string): string;
  file(mediaType: string, size: string): string;
}
