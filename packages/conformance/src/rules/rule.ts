/** The obligation of a rule. */
export type RuleLevel = 'MUST' | 'SHOULD' | 'MAY';

/** The document that a rule comes from. */
export type RuleSource = 'A2A' | 'object-schemas' | 'follow-up-forms';

/** The place where a rule is checked: the card, or the doors with one of the bindings. */
export type RuleTarget = 'card' | 'JSONRPC' | 'HTTP+JSON' | 'GRPC';

/** A rule of a specification that an agent is checked by. */
export interface Rule {
  /** A short name that never changes, such as `task.unknown`. */
  readonly id: string;
  readonly level: RuleLevel;
  readonly source: RuleSource;
  /** The section of the source; of A2A 1.0 if the source is A2A. */
  readonly section: string;
  /**
   * The section of A2A 0.3 with the same rule; absent if A2A 0.3 has no such rule, and always absent
   * for other sources.
   */
  readonly legacySection?: string;
  readonly places: readonly RuleTarget[];
  /** The rule in one sentence. */
  readonly text: string;
}

/** A rule as the manifests list it, by its id. */
export type RuleEntry = Omit<Rule, 'id' | 'source'>;

export const CARD: readonly RuleTarget[] = ['card'];
export const DOORS: readonly RuleTarget[] = ['JSONRPC', 'HTTP+JSON', 'GRPC'];
export const HTTP: readonly RuleTarget[] = ['JSONRPC', 'HTTP+JSON'];
export const RPC: readonly RuleTarget[] = ['JSONRPC'];
export const REST: readonly RuleTarget[] = ['HTTP+JSON'];
