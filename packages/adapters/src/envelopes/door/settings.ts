import { createMemoryRecords, type SharedRecords } from '@formwork/runtime';
import { isRecord } from '@formwork/schema/json';
import {
  BOOLEAN_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
} from '@formwork/schema/options';
import type { AdapterHost } from '@formwork/server';
import { AGENT_ID_RULE, toAgentId, type Envelope } from '../message/envelope.ts';
import { createMemoryNonceStore, createNonceStore, type NonceStore } from '../nonce-store.ts';
import {
  createKeyRing,
  type KeyLookup,
  type KeyRegistration,
  type SigningKey,
} from '../tags/keys.ts';
import {
  createConnections,
  createRepeats,
  type Connections,
  type Repeats,
} from './door-records.ts';
import { createSentMessages, type SentMessages } from './sent-messages.ts';

/** Options of {@link createEnvelopeAdapter}. */
export interface EnvelopeAdapterOptions {
  /** The path at which messages are accepted. Default `/messages`. */
  readonly path?: string;
  /** The id of the agent in messages. Default: its name, in lower case and with hyphens. */
  readonly agentId?: string;
  /**
   * The public keys of the agents whose tags are verified. Default: tags are ignored, and callers
   * are known by the server's own authentication.
   */
  readonly keys?: KeyRegistration;
  /**
   * True to refuse messages without a tag. The tag then says who calls, and the server's own
   * authentication is not used. Default false.
   */
  readonly requireTags?: boolean;
  /**
   * Returns the id of the principal that the tasks of an agent belong to. MUST NOT return the same
   * for two agents. Default: `envelope:` and the agent's id.
   */
  readonly toPrincipalId?: (agentId: string) => string;
  /**
   * The store that remembers used nonces, so that no message is accepted twice. Default: the
   * {@link records}, unless they have a limit; else one in this process, closed with the server.
   */
  readonly nonces?: NonceStore;
  /**
   * The records that replicas of the agent share, so that a peer may send each of its messages to
   * any of them: its connection, the ids of its messages, the messages that were sent to it.
   * Default: those of the server, else some in this process.
   */
  readonly records?: SharedRecords;
  /** The key with which the agent signs its messages. Default: they have no tags. */
  readonly signingKey?: SigningKey;
  /**
   * The time that a request waits for its task, in milliseconds, before it is answered with
   * `TIMEOUT`. Default 30,000.
   */
  readonly waitMs?: number;
  /**
   * The time after which a caller should try again, in seconds, sent as `retry_after` of `TIMEOUT`.
   * Default 5.
   */
  readonly retryAfterSeconds?: number;
  /** The largest message, in bytes. Default 10,000,000. */
  readonly maxBytes?: number;
  /**
   * The maximum number of members and items that all objects and arrays of a message may have
   * together; an empty one counts as one. Default 100,000.
   */
  readonly maxEntries?: number;
  /**
   * The maximum number of messages that a caller (or, without one, an address) may send in a
   * minute. Default: no limit.
   */
  readonly maxPerMinute?: number;
  /** True to accept requests only between a handshake and a goodbye. Default false. */
  readonly requireHandshake?: boolean;
  /** Finds the agents that `discover_agents` asks for. Default: such messages are refused. */
  readonly discover?: Discover;
  /** True to answer `discover_agents` with the agent itself. Default false. */
  readonly announceSelf?: boolean;
  /**
   * The register of sent messages to which answers may come, if your program sends messages as
   * well. Default: those that the adapter sends, kept in the {@link records}.
   */
  readonly sent?: SentMessages;
  /** Called with every answer to a message that was sent. MUST NOT throw. */
  readonly onAnswer?: (answer: Envelope) => void;
}

/** The options of an envelope adapter with their defaults filled in. */
export interface EnvelopeSettings extends Omit<EnvelopeAdapterOptions, 'keys'> {
  readonly path: string;
  /** Finds the keys of an agent; absent if no tags are verified. */
  readonly keys?: KeyLookup;
  readonly requireTags: boolean;
  readonly toPrincipalId: (agentId: string) => string;
  readonly waitMs: number;
  readonly retryAfterSeconds: number;
  readonly maxBytes: number;
  readonly maxEntries: number;
  readonly requireHandshake: boolean;
}

/** The {@link EnvelopeSettings} of one server, with the stores that the adapter uses there. */
export interface DoorSettings extends EnvelopeSettings {
  readonly agentId: string;
  readonly nonces: NonceStore;
  readonly sent: SentMessages;
  readonly connections: Connections;
  readonly repeats: Repeats;
}

const FUNCTION_RULE: OptionRule = {
  expected: 'a function',
  isValid: (value) => typeof value === 'function',
};

function createObjectRule(expected: string, methods: readonly string[]): OptionRule {
  return {
    expected,
    isValid: (value) =>
      isRecord(value) && methods.every((name) => typeof value[name] === 'function'),
    describe: (value) => (value === null ? 'null' : typeof value),
  };
}

const RULES: { readonly [Name in keyof Required<EnvelopeAdapterOptions>]: OptionRule } = {
  path: {
    expected: 'a path such as "/messages"',
    isValid: (value) => typeof value === 'string' && /^(?:\/[\w.~-]+)+$/u.test(value),
  },
  agentId: AGENT_ID_RULE,
  keys: {
    expected: 'public keys by the ids of agents, or a function',
    isValid: (value) => typeof value === 'function' || isRecord(value),
    describe: (value) => (value === null ? 'null' : typeof value),
  },
  requireTags: BOOLEAN_RULE,
  toPrincipalId: FUNCTION_RULE,
  nonces: createObjectRule('a nonce store', ['use', 'close']),
  records: createObjectRule('shared records', ['add', 'get', 'set', 'delete', 'close']),
  signingKey: {
    expected: 'a key of createSigningKey()',
    isValid: (value) => isRecord(value) && 'key' in value && 'fingerprint' in value,
    describe: (value) => (value === null ? 'null' : typeof value),
  },
  waitMs: createTimerRule(0),
  retryAfterSeconds: createIntegerRule(0),
  maxBytes: createIntegerRule(1),
  maxEntries: createIntegerRule(1),
  maxPerMinute: createIntegerRule(1),
  requireHandshake: BOOLEAN_RULE,
  discover: FUNCTION_RULE,
  announceSelf: BOOLEAN_RULE,
  sent: createObjectRule('what createSentMessages() makes', ['note', 'settle']),
  onAnswer: FUNCTION_RULE,
};

/**
 * Checks the options of an envelope adapter before a server exists, and fills in defaults.
 *
 * @throws RangeError or TypeError that names the option at fault, and `KeyRefusedError`
 */
export function readSettings(options: EnvelopeAdapterOptions): EnvelopeSettings {
  checkOptions(options, { subject: 'Cannot take messages', rules: RULES });
  const { keys, requireTags = false, ...fields } = options;
  if (requireTags && keys === undefined) {
    throw new TypeError(
      'Cannot take messages because requireTags must stand beside keys to verify them by: current value is undefined',
    );
  }
  if (options.discover !== undefined && options.announceSelf === true) {
    throw new TypeError(
      'Cannot take messages because announceSelf must be false beside discover: current value is true',
    );
  }
  return {
    path: '/messages',
    toPrincipalId: (agentId) => `envelope:${agentId}`,
    waitMs: 30_000,
    retryAfterSeconds: 5,
    // The document says "10MB", which may mean 10,000,000 or 10,485,760 bytes: the smaller one
    // holds.
    maxBytes: 10_000_000,
    maxEntries: 100_000,
    requireHandshake: false,
    ...fields,
    requireTags,
    ...(keys && { keys: createKeyRing(keys) }),
  };
}

/**
 * Makes the settings of one server. Without shared records, it keeps ids and connections in memory.
 */
export function createDoorSettings(
  settings: EnvelopeSettings,
  { agent, records: hostRecords }: Pick<AdapterHost, 'agent' | 'records'>,
): DoorSettings {
  const { agentId = toAgentId(agent.name), records = hostRecords } = settings;
  const isComplete = records !== undefined && records.limit === undefined;
  return {
    ...settings,
    agentId,
    nonces:
      settings.nonces ?? (isComplete ? createNonceStore({ records }) : createMemoryNonceStore()),
    sent: settings.sent ?? createSentMessages(records && { records }),
    // Kept in separate records, so that many messages do not push out connections.
    connections: createConnections(records ?? createMemoryRecords(), agentId),
    repeats: createRepeats(records ?? createMemoryRecords(), agentId),
  };
}

/** The query of a `discover_agents` message. The `discover` of a registry accepts it. */
export interface DiscoverQuery {
  /** The capabilities that an agent must have, all of them. */
  readonly capabilities: readonly string[];
  readonly status: 'healthy' | 'unhealthy' | 'all';
  /** The maximum number of agents to return, from 1 to 100. */
  readonly limit: number;
}

/** An agent in the answer to `discover_agents`. */
export interface AnnouncedAgent {
  readonly agentId: string;
  readonly name: string;
  readonly capabilities: readonly string[];
  readonly status: 'healthy' | 'unhealthy';
  /** The address at which the agent accepts messages: `http` or `https`. */
  readonly endpoint: string;
  /** The time when the registry last knew that the agent was there, in ISO 8601. */
  readonly lastSeenAt?: string;
}

/**
 * The answer of a {@link Discover} function: the agents that were found, and the number of all that
 * match.
 */
export interface DiscoverResult {
  readonly agents: readonly AnnouncedAgent[];
  /** The number of all agents that match, including those beyond the limit. */
  readonly totalCount: number;
}

/**
 * Finds agents for `discover_agents`. MUST apply the whole query: agents that do not match are
 * removed afterwards, and then the count is only an estimate.
 */
export type Discover = (query: DiscoverQuery) => DiscoverResult | Promise<DiscoverResult>;
