import type { Generated } from 'kysely';

/** A row of an agent. Counts and times come as texts from drivers that hold them exactly. */
export interface AgentTable {
  readonly number: Generated<number>;
  readonly agent_id: string;
  readonly url: string;
  readonly owner: string;
  /** JSON of `AgentFacts`. */
  readonly facts: string;
  readonly registered_at: number;
  readonly changed_at: number;
  readonly seen_at: number;
  readonly checked_at: number;
  readonly healthy_until: number;
  readonly failures: number;
  readonly problem: string | null;
  readonly next_check: number;
}

/** What an agent can be found by. */
export interface TermTable {
  readonly kind: number;
  readonly text: string;
  readonly agent_number: number;
}

/** How a card changed. */
export interface ChangeTable {
  readonly number: Generated<number>;
  readonly agent_number: number;
  /** JSON of `CardChange`. */
  readonly text: string;
}

/** The tables of a registry. Their names leave room for those of an engine in the same database. */
export interface Tables {
  readonly registry_agent: AgentTable;
  readonly registry_term: TermTable;
  readonly registry_change: ChangeTable;
}
