/** The times after which a statement is given up, as settings of connections. */
interface StatementTimes {
  /** The time that the server counts; absent behind a pooler. */
  readonly statement_timeout?: number;
  /** The time that the client counts. */
  readonly query_timeout: number;
}

/** The options that decide the {@link StatementTimes} of a connection; see `ConnectionOptions`. */
interface StatementOptions {
  readonly statementTimeoutMs?: number;
  readonly isPooled?: boolean;
}

/**
 * The time for which a client waits for an answer after a statement's own time limit, in
 * milliseconds.
 */
const ANSWER_MS = 2_000;

/**
 * Returns the settings by which a statement takes at most some milliseconds. A server that cannot be
 * reached any more does not report it, so the client counts the time itself.
 */
export function toStatementTimes({
  statementTimeoutMs = 10_000,
  isPooled = false,
}: StatementOptions): StatementTimes {
  return {
    // A pooler refuses settings that differ from connection to connection.
    ...(!isPooled && { statement_timeout: statementTimeoutMs }),
    query_timeout: statementTimeoutMs + ANSWER_MS,
  };
}
