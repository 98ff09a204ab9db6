/** Which agents to find; those of a registry's `discover` fit. */
export interface DiscoverQuery {
  /** An agent must have all of them. */
  readonly capabilities: readonly string[];
  readonly status: 'healthy' | 'unhealthy' | 'all';
  /** How many to give at most: 1 to 100. */
  readonly limit: number;
}

/** An agent that is announced. */
export interface AnnouncedAgent {
  readonly agentId: string;
  readonly name: string;
  readonly capabilities: readonly string[];
  readonly status: 'healthy' | 'unhealthy';
  /** `http` or `https`. */
  readonly endpoint: string;
  /** When it was last heard of: ISO 8601. */
  readonly lastSeenAt?: string;
}

/** Agents that were found. */
export interface DiscoverResult {
  readonly agents: readonly AnnouncedAgent[];
  /** Of all that fit, also those that are not given. */
  readonly totalCount: number;
}

/**
 * Finds agents. MUST heed the whole query: agents that do not fit it are left out, and then the
 * count is only a guess.
 */
export type Discover = (query: DiscoverQuery) => DiscoverResult | Promise<DiscoverResult>;
