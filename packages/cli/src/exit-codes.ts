/** Exit codes of the process. These numbers are kept from version to version. */
export const EXIT_CODES = {
  /** It went well. */
  ok: 0,
  /** The command did not work: a task failed, or a check found something. */
  failed: 1,
  /** The command line is not one. */
  usage: 2,
  /** The input does not fit its schema, or a file is not what it should be. */
  invalid: 3,
  /** The agent cannot be reached, or lets nobody in. */
  unreachable: 4,
  /** The agent asks something, and nobody is there to answer. */
  unanswered: 5,
  /** Ended by Ctrl-C. */
  interrupted: 130,
  /** Ended by SIGTERM. */
  terminated: 143,
} as const;

/** One of {@link EXIT_CODES}. */
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
