import type { LookupFunction } from 'node:net';
import { createCheckedLookup, isPublicAddress, type LookupAll } from '@formwork/network';

/** A lookup that is checked for public addresses: any other fails with `AddressRefusedError`. */
export function createPublicLookup(lookupAll?: LookupAll): LookupFunction {
  return createCheckedLookup(isPublicAddress, lookupAll);
}
