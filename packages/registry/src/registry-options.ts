import {
  checkOptions,
  createIntegerRule,
  createTimerRule,
  isRecord,
} from '@formwork/schema/internal';
import type { OptionRule } from '@formwork/schema';
import type { TaskLogger } from '@formwork/core';
import type { LookupAll } from '@formwork/network';
import type { PinStore } from '@formwork/trust';
import { LOGGER_RULE } from '@formwork/runtime/internal';
import type { AllowedAddresses } from './cards/create-checked-fetch.ts';
import type { RegistryStore } from './store/registry-store.ts';

/** Options of `createRegistry`. */
export interface RegistryOptions {
  /** Closed with the registry. Default: one in memory. */
  readonly store?: RegistryStore;
  /** Where agents may be. Default `public`. */
  readonly allowAddresses?: AllowedAddresses;
  /** Origins where they may be besides, such as `http://10.0.0.7:4100`. Default none. */
  readonly allowOrigins?: readonly string[];
  /**
   * How long an agent counts as healthy after it was heard of, in milliseconds. Default 180,000.
   * At least 1,000.
   */
  readonly ttlMs?: number;
  /** How often each card is looked at, in milliseconds. Default 60,000. At least 1,000. */
  readonly checkIntervalMs?: number;
  /** The longest pause between looks at a card that is not there, in milliseconds. Default 3,600,000. */
  readonly maxCheckIntervalMs?: number;
  /** Agents of which nothing was heard for so long are removed. Default 2,592,000,000: 30 days. */
  readonly forgetAfterMs?: number;
  /** Cards that are read at a time. Default 8. */
  readonly concurrency?: number;
  /** Largest card, in bytes. Default 1 MiB. */
  readonly maxCardBytes?: number;
  /** How long finding a card may take, in milliseconds. Default 10,000. */
  readonly cardTimeoutMs?: number;
  /** Agents of the registry. Default 100,000. */
  readonly maxAgents?: number;
  /** Agents that one principal may register. Default 1,000. */
  readonly maxAgentsPerOwner?: number;
  /**
   * Agents at one origin, whoever registers them; those of `allowOrigins` are not counted. Default
   * 100.
   */
  readonly maxAgentsPerOrigin?: number;
  /**
   * Cards of one origin that are read in any minute, for registrations and checks together; those of
   * `allowOrigins` are not counted. Default 240.
   */
  readonly maxReadsPerOrigin?: number;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
  /** From 0 to below 1, for the times of checks. Default `Math.random`. */
  readonly random?: () => number;
  /** Finds the addresses of a name. Default: that of the system. */
  readonly lookup?: LookupAll;
  /**
   * Remembers the keys that cards are signed with: a card of another key is refused. Default: in
   * memory.
   */
  readonly pins?: PinStore;
  /** Default: nothing is said. */
  readonly logger?: TaskLogger;
}

const FUNCTION_RULE: OptionRule = {
  expected: 'a function',
  isValid: (value) => typeof value === 'function',
};

const LEVELS: ReadonlySet<unknown> = new Set(['public', 'local', 'any']);

const RULES: { readonly [Name in keyof Required<RegistryOptions>]: OptionRule } = {
  store: {
    expected: 'a store of a registry',
    isValid: (value) => isRecord(value) && typeof value['search'] === 'function',
    describe: (value) => typeof value,
  },
  allowAddresses: {
    expected: '"public", "local" or "any"',
    isValid: (value) => LEVELS.has(value),
  },
  allowOrigins: {
    expected: 'a list of origins such as "http://10.0.0.7:4100"',
    isValid: (value) => Array.isArray(value) && value.every(isOrigin),
  },
  ttlMs: createTimerRule(1000),
  checkIntervalMs: createTimerRule(1000),
  maxCheckIntervalMs: createTimerRule(1000),
  forgetAfterMs: createIntegerRule(1000),
  concurrency: createIntegerRule(1, 1000),
  pins: {
    expected: 'an object with get and set',
    isValid: (value) =>
      typeof value === 'object' && value !== null && ['get', 'set'].every((name) => name in value),
  },
  maxCardBytes: createIntegerRule(1),
  cardTimeoutMs: createTimerRule(1),
  maxAgents: createIntegerRule(1),
  maxAgentsPerOwner: createIntegerRule(1),
  maxAgentsPerOrigin: createIntegerRule(1),
  maxReadsPerOrigin: createIntegerRule(1),
  now: FUNCTION_RULE,
  random: FUNCTION_RULE,
  lookup: FUNCTION_RULE,
  logger: LOGGER_RULE,
};

/** @throws RangeError or TypeError that names the option. */
export function checkRegistryOptions(options: RegistryOptions): void {
  checkOptions(options, { subject: 'Cannot make the registry', rules: RULES });
}

function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/[^/]+\/?$/u.test(value) && URL.canParse(value);
}
