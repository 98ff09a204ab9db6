/**
 * The options of `node:http` for the time that a request has to arrive, in milliseconds: five
 * minutes would be Node's default, and it would look for late requests only every 30 seconds.
 */
export const REQUEST_TIMES = {
  /** The time for the whole request. */
  requestTimeout: 90_000,
  /** The time for the headers. */
  headersTimeout: 30_000,
  /** The time between two looks for requests that are late. */
  connectionsCheckingInterval: 1_000,
} as const;
