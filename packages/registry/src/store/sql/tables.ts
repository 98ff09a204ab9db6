import type { ColumnType } from 'kysely';

/** An integer of eight bytes: a text from drivers that keep it exact. */
type BigColumn = ColumnType<number | string, number, number>;

/** One that the database gives. */
type NumberColumn = ColumnType<number | string, never, never>;

/** A row of an agent. */
export interface AgentTable {
  readonly number: NumberColumn;
  readonly agent_id: string;
  readonly url: string;
  readonly owner: string;
  /** JSON of `AgentFacts`. */
  readonly facts: string;
  readonly registered_at: BigColumn;
  readonly changed_at: BigColumn;
  readonly seen_at: BigColumn;
  readonly checked_at: BigColumn;
  readonly healthy_until: BigColumn;
  readonly failures: number;
  readonly problem: string | null;
  readonly next_check: BigColumn;
}

/** What an agent can be found by. */
interface TermTable {
  readonly kind: number;
  readonly text: string;
  readonly agent_number: BigColumn;
}

/** How a card changed. */
interface ChangeTable {
  readonly number: NumberColumn;
  readonly agent_number: BigColumn;
  /** JSON of `CardChange`. */
  readonly text: string;
}

/** The tables of a registry. Their names leave room for those of an engine in the same database. */
export interface Tables {
  readonly registry_agent: AgentTable;
  readonly registry_term: TermTable;
  readonly registry_change: ChangeTable;
}
