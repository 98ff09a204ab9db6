import type { TaskLogger } from '@formwork/core';
import type { LookupAll } from '@formwork/network';
import type { AllowedAddresses } from './cards/address-rules.ts';
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
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
  /** From 0 to below 1, for the times of checks. Default `Math.random`. */
  readonly random?: () => number;
  /** Finds the addresses of a name. Default: that of the system. */
  readonly lookup?: LookupAll;
  /** Default: nothing is said. */
  readonly logger?: TaskLogger;
}
