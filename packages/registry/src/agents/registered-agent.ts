import { createHash } from 'node:crypto';

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

/** The card of an agent as it was last read. All texts are the agent's, made safe to show. */
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
  /** Why the card could not be read the last time; absent when it could. */
  readonly problem?: string;
  readonly registeredAt: string;
  /** When its card was last found to be another one; at first when it was registered. */
  readonly changedAt: string;
  /** Of the last heartbeat, or the last time that its card was there. */
  readonly lastSeenAt: string;
}

/** Nobody types a longer one. */
const MAX_URL_LENGTH = 2_048;

const WELL_KNOWN = /\/\.well-known\/agent(?:-card)?\.json$/u;

/**
 * Spells the address of an agent in one way: the address of a card at a well-known path becomes that
 * of its agent. `undefined` unless the address is http or https, without a user name or password.
 */
export function parseAgentUrl(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_URL_LENGTH) return undefined;
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/u.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  if (url.search !== '') return url.href;
  return url.href.replace(WELL_KNOWN, '').replace(/\/+$/u, '');
}

/** Makes an id of 26 letters and digits from an address that {@link parseAgentUrl} gave. */
export function toAgentId(url: string): string {
  return `a${createHash('sha256').update(url).digest('hex').slice(0, 25)}`;
}

/** Characters that are not seen, or change how others look: controls, directions, half characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu;

/**
 * Makes text of a card safe to show, store and compare: drops control characters and signs of
 * direction, leaves single spaces, and cuts it to at most `maxLength` characters.
 */
export function cleanText(text: string, maxLength: number): string {
  const clean = text.normalize('NFC').replaceAll(UNSEEN, ' ').replaceAll(/\s+/gu, ' ').trim();
  if (clean.length <= maxLength) return clean;
  // Cutting may leave half a character.
  return `${clean.slice(0, maxLength - 1).replaceAll(/\p{Cs}/gu, '')}…`;
}
