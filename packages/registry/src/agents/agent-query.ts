import type { AgentStatus, RegisteredAgent } from './registered-agent.ts';

/** Which agents to find. Whatever is given must hold; of a list, all of it. */
export interface AgentQuery {
  /** Ids of skills, or what cards declare of A2A; see `AgentFacts.capabilities`. Default none. */
  readonly capabilities?: readonly string[];
  /** Tags of skills, in capitals or not. Default none. */
  readonly tags?: readonly string[];
  /** Names of schemas. Default none. */
  readonly schemas?: readonly string[];
  /** Fingerprints of schemas. Default none. */
  readonly fingerprints?: readonly string[];
  /**
   * Words, or their beginnings, of names, descriptions, skills, tags and schemas; in capitals or
   * not. Default none.
   */
  readonly text?: string;
  /** Default `all`. */
  readonly status?: AgentStatus | 'all';
  /** Agents on a page, 1 to 100. Default 20. */
  readonly limit?: number;
  /** `nextCursor` of the page before, of the same query. Default: the first page. */
  readonly cursor?: string;
}

/** Agents in the order of their registration. */
export interface AgentPage {
  readonly agents: readonly RegisteredAgent[];
  /** Of all pages. */
  readonly totalCount: number;
  /** Absent on the last page. Opaque, and good for as long as the query stays the same. */
  readonly nextCursor?: string;
}
