/** The exit codes of the process. Their numbers never change. */
export const EXIT_CODES = {
  /** The command succeeded. */
  ok: 0,
  /** The command failed: a task failed, or a check found faults. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The input does not fit its schema, or a file has the wrong content. */
  invalid: 3,
  /** The agent cannot be reached, or refuses access. */
  unreachable: 4,
  /** The task asks a question that no person is there to answer. */
  unanswered: 5,
  /** Ctrl-C ended the command. */
  interrupted: 130,
  /** SIGTERM ended the command. */
  terminated: 143,
} as const;

/** An exit code of the process. */
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
