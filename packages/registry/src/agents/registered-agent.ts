/** A named schema of an agent. */
export interface ListedSchema {
  readonly name: string;
  /** SHA-256 of its canonical JSON, as cards give it; absent for a schema that was refused. */
  readonly fingerprint?: string;
}

/** A skill of an agent. */
export interface ListedSkill {
  readonly id: string;
  readonly name: string;
}

/** What the card of an agent said when it was last read. All texts are the agent's, made safe to show. */
export interface AgentFacts {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** Who provides it; empty when the card does not say. */
  readonly provider: string;
  /** The door that callers use. */
  readonly endpoint: string;
  /**
   * Ids of skills, then what the card declares of A2A: `streaming`, `pushNotifications` and the URIs
   * of extensions.
   */
  readonly capabilities: readonly string[];
  readonly tags: readonly string[];
  readonly skills: readonly ListedSkill[];
  readonly schemas: readonly ListedSchema[];
  /** SHA-256 of the card with its schemas, as canonical JSON. */
  readonly cardFingerprint: string;
}

/** `healthy`: heard of within the time to live, and its card was there when it was last looked for. */
export type AgentStatus = 'healthy' | 'unhealthy';

/** An agent of a registry, as everybody may see it. Times are ISO 8601 in UTC. */
export interface RegisteredAgent extends AgentFacts {
  /** Made of the address, so that the same agent has the same id wherever it is registered. */
  readonly agentId: string;
  /** Where its card was registered. */
  readonly url: string;
  readonly status: AgentStatus;
  /** What was wrong when the card was last looked for; absent when nothing was. */
  readonly problem?: string;
  readonly registeredAt: string;
  /** When its card was last found to be another one; at first when it was registered. */
  readonly changedAt: string;
  /** Of the last heartbeat, or the last time that its card was there. */
  readonly lastSeenAt: string;
}
