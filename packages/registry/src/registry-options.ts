import type { TaskLogger } from '@formwork/core';
import type { LookupAll } from '@formwork/network';
import { isRecord } from '@formwork/schema/json';
import {
  LOGGER_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
} from '@formwork/schema/options';
import type { PinStore } from '@formwork/trust';
import type { CardKeys } from './cards/card-reader.ts';
import type { AllowedAddresses } from './cards/create-checked-fetch.ts';
import type { RegistryStore } from './store/registry-store.ts';

/** Options of `createRegistry`. */
export interface RegistryOptions {
  /** The store that keeps the agents; it is closed with the registry. Default: one in memory. */
  readonly store?: RegistryStore;
  /** The IP addresses at which agents may be: `public`, `local` or `any`. Default `public`. */
  readonly allowAddresses?: AllowedAddresses;
  /**
   * Origins at which agents may be whatever `allowAddresses` says, such as `http://10.0.0.7:4100`.
   * Default: none.
   */
  readonly allowOrigins?: readonly string[];
  /**
   * The time for which an agent counts as healthy after its last heartbeat or successful check, in
   * milliseconds. Default 180,000; at least 1,000.
   */
  readonly ttlMs?: number;
  /**
   * The time between checks of an agent's card, in milliseconds. Default 60,000; at least 1,000.
   */
  readonly checkIntervalMs?: number;
  /**
   * The longest time between checks of a card that cannot be read, in milliseconds. Default
   * 3,600,000.
   */
  readonly maxCheckIntervalMs?: number;
  /**
   * The time after which an agent that sends no heartbeat, and whose card cannot be read, is
   * removed, in milliseconds. Default 2,592,000,000: 30 days.
   */
  readonly forgetAfterMs?: number;
  /**
   * The highest number of cards that are read at the same time. At one origin it is a quarter of
   * this, except for origins in `allowOrigins`. Default 8.
   */
  readonly concurrency?: number;
  /** The size of the largest card that is read, in bytes. Default 1 MiB. */
  readonly maxCardBytes?: number;
  /** The longest time that finding and reading a card may take, in milliseconds. Default 10,000. */
  readonly cardTimeoutMs?: number;
  /** The highest number of agents in the registry. Default 100,000. */
  readonly maxAgents?: number;
  /** The highest number of agents that one owner may register. Default 1,000. */
  readonly maxAgentsPerOwner?: number;
  /**
   * The highest number of agents at one origin, no matter who registers them; origins in `allowOrigins`
   * have no limit. Default 100.
   */
  readonly maxAgentsPerOrigin?: number;
  /**
   * The highest number of reads, per minute, of the cards at one origin, for registrations and
   * checks together; origins in `allowOrigins` have no limit. Default 240.
   */
  readonly maxReadsPerOrigin?: number;
  /** A clock: returns milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
  /**
   * A source of random numbers from 0 to below 1, which varies the times of checks. Default
   * `Math.random`.
   */
  readonly random?: () => number;
  /** Looks up the addresses of a host name. Default: the system's lookup. */
  readonly lookup?: LookupAll;
  /**
   * Public keys by origin. Every card at such an origin has to be signed with one of its keys;
   * other cards may be unsigned, or signed with the key that was seen first. Default: none.
   */
  readonly cardKeys?: CardKeys;
  /**
   * The store of the keys that agents' cards were first signed with: a card that is signed with
   * another key is refused. Default: the pins of `store`.
   */
  readonly pins?: PinStore;
  /** The logger for changed cards and unhealthy agents. Default: nothing is logged. */
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
  cardKeys: {
    expected: 'an object from origins to lists of JWKs',
    isValid: (value) =>
      isRecord(value) &&
      Object.entries(value).every(
        ([origin, keys]) => isOrigin(origin) && Array.isArray(keys) && keys.length > 0,
      ),
    describe: (value) => (isRecord(value) ? Object.keys(value).join(', ') : typeof value),
  },
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

/** Checks the options of a registry. @throws RangeError or TypeError that names the option. */
export function checkRegistryOptions(options: RegistryOptions): void {
  checkOptions(options, { subject: 'Cannot make the registry', rules: RULES });
}

function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/[^/]+\/?$/u.test(value) && URL.canParse(value);
}
