import type { LookupFunction } from 'node:net';
import { createCheckedLookup, type LookupAll } from './checked-lookup.ts';
import { isPublicAddress } from './is-public-address.ts';

/** A lookup that is checked for public addresses: any other fails with `AddressRefusedError`. */
export function createPublicLookup(lookupAll?: LookupAll): LookupFunction {
  return createCheckedLookup(isPublicAddress, lookupAll);
}
