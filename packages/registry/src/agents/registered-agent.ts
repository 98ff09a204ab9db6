import { toNormalForm } from '@formwork/schema/internal';
import { createHash } from 'node:crypto';

/**
 * A named schema of an agent, as a registry lists it: its name and fingerprint, not the schema
 * itself.
 */
export interface ListedSchema {
  readonly name: string;
  /**
   * The SHA-256 of the schema's canonical JSON, the same value that agent cards give; absent if the
   * schema was refused.
   */
  readonly fingerprint?: string;
}

/** A skill of an agent, as a registry lists it: its id and its name. */
export interface ListedSkill {
  readonly id: string;
  readonly name: string;
}

/**
 * The facts that a registry keeps of an agent's card, from the last time the card was read. All
 * texts come from the agent, and are made safe to show.
 */
export interface AgentFacts {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** The organization that provides the agent; `''` if its card does not say. */
  readonly provider: string;
  /**
   * The URL that callers send their messages to, chosen from the interfaces in the agent's card.
   */
  readonly endpoint: string;
  /**
   * The ids of the agent's skills, then the features of A2A that its card declares: `streaming`,
   * `pushNotifications` and the URIs of extensions.
   */
  readonly capabilities: readonly string[];
  readonly tags: readonly string[];
  readonly skills: readonly ListedSkill[];
  readonly schemas: readonly ListedSchema[];
  /**
   * The SHA-256 of the agent's card, with its schemas, as canonical JSON. A different value means
   * that the card has changed.
   */
  readonly cardFingerprint: string;
}

/**
 * Whether an agent can probably be called. `healthy`: the last heartbeat or successful check is
 * recent (see `ttlMs`), and the card could be read the last time it was checked.
 */
export type AgentStatus = 'healthy' | 'unhealthy';

/** The signature of an agent's card: its state at the last check, and since when. */
export interface ListedSignature {
  /**
   * The state of the signature. `verified`: signed with a key that the registry's operator gave.
   * `pinned`: signed with the key that the registry saw first. `refused`: no longer signed, or with
   * another key, so that the facts are those of the last good card.
   */
  readonly state: 'verified' | 'pinned' | 'unsigned' | 'refused';
  /** The time when the registry first saw this state with this key: ISO 8601, in UTC. */
  readonly since: string;
  /**
   * The thumbprint of the key that signed the card (RFC 7638); absent if the card is unsigned or
   * refused.
   */
  readonly thumbprint?: string;
}

/** An agent of a registry, in the form that everybody may see. Times are ISO 8601 in UTC. */
export interface RegisteredAgent extends AgentFacts {
  /**
   * The id of the agent, computed from its address: the same agent has the same id in every
   * registry.
   */
  readonly agentId: string;
  /** The address that the agent was registered with: that of the agent, or of its card. */
  readonly url: string;
  readonly status: AgentStatus;
  /** The reason why the agent's card could not be read at the last check; absent if it could. */
  readonly problem?: string;
  /** The signature of the agent's card; absent until the registry has checked it. */
  readonly signature?: ListedSignature;
  readonly registeredAt: string;
  /**
   * The time of the last change of the agent's card; the time of the registration if it never
   * changed.
   */
  readonly changedAt: string;
  /**
   * The time of the agent's last heartbeat, or of the last successful check of its card if that is
   * later.
   */
  readonly lastSeenAt: string;
}

/** The length of the longest address that can be registered, in characters. */
const MAX_URL_LENGTH = 2_048;

const WELL_KNOWN = /\/\.well-known\/agent(?:-card)?\.json$/u;

/**
 * Normalizes the address of an agent, so that one agent has one: a well-known path of cards at its
 * end, a dot after its host, `localhost` in place of 127.0.0.1 and the form that IPv6 has for an
 * address of IPv4 are taken away. Returns `undefined` unless the address is http or https, without a
 * user name or password.
 */
export function parseAgentUrl(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_URL_LENGTH) return undefined;
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/u.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  url.hostname = withoutMapping(url.hostname.replace(/\.$/u, '')).replace(
    /^localhost$/u,
    '127.0.0.1',
  );
  if (url.search !== '') return url.href;
  return url.href.replace(WELL_KNOWN, '').replace(/(?<!\/)\/+$/u, '');
}

/** Writes a host such as `[::ffff:7f00:1]` as IPv4 does: `127.0.0.1`. */
function withoutMapping(host: string): string {
  const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/u.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const groups = [high, low].map((group) => Number.parseInt(group, 16));
  return groups.flatMap((group) => [group >> 8, group & 255]).join('.');
}

/**
 * Returns the address of an agent without its query, in the form of {@link parseAgentUrl};
 * `undefined` for an address that has none.
 */
export function withoutQuery(address: string): string | undefined {
  const url = new URL(address);
  if (url.search === '') return undefined;
  url.search = '';
  return parseAgentUrl(url.href);
}

/**
 * Computes the id of an agent, 26 letters and digits, from an address that {@link parseAgentUrl}
 * returned.
 */
export function toAgentId(url: string): string {
  return `a${createHash('sha256').update(url).digest('hex').slice(0, 25)}`;
}

/** True for a text that {@link toAgentId} may have returned; databases refuse some other texts. */
export function isAgentId(text: string): boolean {
  return /^a[\da-f]{25}$/u.test(text);
}

/**
 * Characters that are invisible, or change how others look: control characters, marks of writing
 * direction, halves of surrogate pairs.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu;

/**
 * Makes a text from a card safe to show, store and compare: drops control characters and marks of
 * writing direction, collapses white space into single spaces, and cuts the text to at most
 * `maxLength` characters.
 */
export function cleanText(text: string, maxLength: number): string {
  const clean = toNormalForm(text, 'NFC').replaceAll(UNSEEN, ' ').replaceAll(/\s+/gu, ' ').trim();
  if (clean.length <= maxLength) return clean;
  // Cutting may leave half a character.
  return `${clean.slice(0, maxLength - 1).replaceAll(/\p{Cs}/gu, '')}…`;
}
