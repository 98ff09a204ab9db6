/** Matches escapes that the driver does not decode in the name of a database. */
const UNDECODED = /%(?:24|26|2B|2C|2F|3A|3B|3D|40)/giu;

/**
 * Returns the URL by which the driver finds the database that an address names. It decodes
 * users and passwords whole, but leaves some escapes in the name of a database, such as `%40`.
 */
export function toDriverUrl(address: string): string {
  const [, server] = /^(\w+:\/\/[^/?#]*)\//u.exec(address) ?? [];
  if (server === undefined) return address;
  const [path = ''] = address.slice(server.length).split(/[?#]/u, 1);
  const query = address.slice(server.length + path.length);
  return `${server}${path.replaceAll(UNDECODED, decodeURIComponent)}${query}`;
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
}: {
  readonly statementTimeoutMs?: number;
  readonly isPooled?: boolean;
}): {
  /** The time that the server counts; absent behind a pooler. */
  readonly statement_timeout?: number;
  /** The time that the client counts. */
  readonly query_timeout: number;
} {
  return {
    // A pooler refuses settings that differ from connection to connection.
    ...(!isPooled && { statement_timeout: statementTimeoutMs }),
    query_timeout: statementTimeoutMs + ANSWER_MS,
  };
}
