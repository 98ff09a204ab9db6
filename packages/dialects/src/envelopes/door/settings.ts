import type { Envelope } from '../message/envelope.ts';
import type { NonceStore } from '../nonces/nonce-store.ts';
import type { KeyRegistration } from '../tags/key-ring.ts';
import type { SigningKey } from '../tags/signing-key.ts';
import type { Discover } from './discovery.ts';
import type { SentMessages } from './sent-messages.ts';

/** Options of {@link createEnvelopeDialect}. */
export interface EnvelopeDialectOptions {
  /** Where messages are taken. Default `/messages`. */
  readonly path?: string;
  /** The id of the agent. Default: its name, in lower case and with hyphens. */
  readonly agentId?: string;
  /**
   * Whose tags are verified, and by which keys. Default: nobody's; tags are ignored, and callers are
   * who the server's own authentication says.
   */
  readonly keys?: KeyRegistration;
  /**
   * True takes no message without a tag, and then the tag is what says who calls: the server's own
   * authentication is not asked. Default false.
   */
  readonly requireTags?: boolean;
  /**
   * The principal that the tasks of an agent belong to. MUST NOT give two agents the same. Default
   * `envelope:` and its id.
   */
  readonly toPrincipalId?: (agentId: string) => string;
  /** Remembers nonces. Default: in this process; it is closed with the server then. */
  readonly nonces?: NonceStore;
  /** Signs what the agent sends. Default: it sends no tags. */
  readonly signingKey?: SigningKey;
  /** How long a request waits for its task, in milliseconds; then `TIMEOUT`. Default 30,000. */
  readonly waitMs?: number;
  /** What `TIMEOUT` gives as `retry_after`, in seconds. Default 5. */
  readonly retryAfterSeconds?: number;
  /** Largest message, in bytes. Default 10,000,000. */
  readonly maxBytes?: number;
  /**
   * Most members of objects and items of arrays in a message; an empty object or array counts as
   * one. Default 100,000.
   */
  readonly maxEntries?: number;
  /** Messages that a caller, else an address, may send in a minute. Default: no limit. */
  readonly maxPerMinute?: number;
  /** True takes requests only between a handshake and a goodbye. Default false. */
  readonly requireHandshake?: boolean;
  /** Answers `discover_agents`. Default: nobody does. */
  readonly discover?: Discover;
  /** True answers `discover_agents` with the agent itself. Default false. */
  readonly announceSelf?: boolean;
  /** What the agent has sent, for answers that come to this door. Default: what the door itself sends. */
  readonly sent?: SentMessages;
  /** Called with every answer to something that was sent. MUST NOT throw. */
  readonly onAnswer?: (answer: Envelope) => void;
}
