import { describe } from 'vitest';
import type { RegistryStore } from '../store/registry-store.ts';
import { describeChecks } from './describe-checks.ts';
import { describeHeartbeats } from './describe-heartbeats.ts';
import { describeListing } from './describe-listing.ts';
import { describeSearch } from './describe-search.ts';

/** Makes what {@link describeRegistryStore} tests. */
export interface StoreUnderTest {
  /** Gives a store over an empty storage of its own, and closes it when the test is over. */
  open(): Promise<RegistryStore>;
}

/** Declares the tests that every `RegistryStore` must pass. They know the contract only. */
export function describeRegistryStore(name: string, subject: StoreUnderTest): void {
  describe(`RegistryStore of ${name}`, () => {
    describeListing(subject);
    describeHeartbeats(subject);
    describeChecks(subject);
    describeSearch(subject);
  });
}
