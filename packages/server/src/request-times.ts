/**
 * The options of `node:http` for the time that a request has to arrive, in milliseconds: five
 * minutes would be Node's default, and it would look for late requests only every 30 seconds.
 * The probes of TCP find a caller that has vanished while it waits for an answer.
 */
export const REQUEST_TIMES = {
  /** The time for the whole request. */
  requestTimeout: 90_000,
  /** The time for the headers. */
  headersTimeout: 30_000,
  /** The time between two looks for requests that are late. */
  connectionsCheckingInterval: 1_000,
  /**
   * The time for which an idle connection stays open. Load balancers and nginx keep theirs for 60
   * seconds: if the server closed it first, a request that is under way would be lost (502).
   */
  keepAliveTimeout: 75_000,
  keepAlive: true,
  /** The time without a byte after which TCP begins to ask whether the caller is there. */
  keepAliveInitialDelay: 30_000,
} as const;
