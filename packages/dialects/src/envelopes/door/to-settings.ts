import {
  BOOLEAN_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
  isRecord,
  type Agent,
  type OptionRule,
} from '@formwork/core';
import { AGENT_ID_RULE, toAgentId } from '../message/agent-id.ts';
import { createMemoryNonceStore } from '../nonces/memory-nonce-store.ts';
import type { NonceStore } from '../nonces/nonce-store.ts';
import { createKeyRing } from '../tags/key-ring.ts';
import type { KeyLookup } from '../tags/verify-envelope.ts';
import type { EnvelopeDialectOptions } from './envelope-dialect-options.ts';
import { createSentMessages, type SentMessages } from './sent-messages.ts';

/** Options with their defaults filled in. */
export interface EnvelopeSettings extends Omit<EnvelopeDialectOptions, 'keys'> {
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

/** {@link EnvelopeSettings} with what each server has of its own. */
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

const RULES: { readonly [Name in keyof Required<EnvelopeDialectOptions>]: OptionRule } = {
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
 * Checks options before a server is there. Throws a `RangeError` or a `TypeError` that names the
 * option at fault, and `KeyRefusedError`.
 */
export function toSettings(options: EnvelopeDialectOptions): EnvelopeSettings {
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

/** Settings for one server. */
export function toDoorSettings(settings: EnvelopeSettings, agent: Agent): DoorSettings {
  return {
    ...settings,
    agentId: settings.agentId ?? toAgentId(agent.name),
    nonces: settings.nonces ?? createMemoryNonceStore(),
    sent: settings.sent ?? createSentMessages(),
  };
}
