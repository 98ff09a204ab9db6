import {
  BOOLEAN_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
  isRecord,
} from '@formwork/schema/internal';
import type { Agent } from '@formwork/core';
import type { OptionRule } from '@formwork/schema';
import { AGENT_ID_RULE, toAgentId, type Envelope } from '../message/envelope.ts';
import { createMemoryNonceStore, type NonceStore } from '../nonce-store.ts';
import {
  createKeyRing,
  type KeyLookup,
  type KeyRegistration,
  type SigningKey,
} from '../tags/keys.ts';

import { createSentMessages, type SentMessages } from './sent-messages.ts';

/** Options of {@link createEnvelopeAdapter}. */
export interface EnvelopeAdapterOptions {
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
  /** The `retry_after` of `TIMEOUT`, in seconds. Default 5. */
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
  /** Messages whose answers come to this door. Default: those that the door itself sends. */
  readonly sent?: SentMessages;
  /** Called with every answer to something that was sent. MUST NOT throw. */
  readonly onAnswer?: (answer: Envelope) => void;
}

/** Options with their defaults filled in. */
export interface EnvelopeSettings extends Omit<EnvelopeAdapterOptions, 'keys'> {
  readonly path: string;
  /** Absent when no tags are verified. */
  readonly keys?: KeyLookup;
  readonly requireTags: boolean;
  readonly toPrincipalId: (agentId: string) => string;
  readonly waitMs: number;
  readonly retryAfterSeconds: number;
  readonly maxBytes: number;
  readonly maxEntries: number;
  readonly requireHandshake: boolean;
}

/** {@link EnvelopeSettings} with the values that each server has of its own. */
export interface DoorSettings extends EnvelopeSettings {
  readonly agentId: string;
  readonly nonces: NonceStore;
  readonly sent: SentMessages;
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
 * Checks options before a server exists, and fills in defaults.
 *
 * @throws RangeError or TypeError that names the option at fault, and `KeyRefusedError`
 */
export function readSettings(options: EnvelopeAdapterOptions): EnvelopeSettings {
  checkOptions(options, { subject: 'Cannot take messages', rules: RULES });
  const { keys, requireTags = false, ...rest } = options;
  if (requireTags && keys === undefined) {
    throw new TypeError(
      'Cannot take messages as requireTags must stand beside keys to verify them by: current value is undefined',
    );
  }
  if (options.discover !== undefined && options.announceSelf === true) {
    throw new TypeError(
      'Cannot take messages as announceSelf must be false beside discover: current value is true',
    );
  }
  return {
    path: '/messages',
    toPrincipalId: (agentId) => `envelope:${agentId}`,
    waitMs: 30_000,
    retryAfterSeconds: 5,
    // The "10MB" of the document, by the smaller of its two readings.
    maxBytes: 10_000_000,
    maxEntries: 100_000,
    requireHandshake: false,
    ...rest,
    requireTags,
    ...(keys && { keys: createKeyRing(keys) }),
  };
}

/** Fills in the settings of one server. */
export function createDoorSettings(settings: EnvelopeSettings, agent: Agent): DoorSettings {
  return {
    ...settings,
    agentId: settings.agentId ?? toAgentId(agent.name),
    nonces: settings.nonces ?? createMemoryNonceStore(),
    sent: settings.sent ?? createSentMessages(),
  };
}

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
