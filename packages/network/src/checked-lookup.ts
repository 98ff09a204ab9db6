import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { AddressRefusedError } from './errors/address-refused-error.ts';

/** Finds all addresses of a name, as `lookup` of `node:dns` does. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A `lookup` for connections that fails with `AddressRefusedError` when any address of a name is not
 * allowed. The addresses it checks are those that are connected to: a name that changes its mind
 * between a check and a connection gains nothing.
 */
export function createCheckedLookup(
  isAllowed: (address: string) => boolean,
  lookupAll: LookupAll = systemLookup,
): LookupFunction {
  return (hostname, options, callback) => {
    lookupAll(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      const refused = addresses?.find(({ address }) => !isAllowed(address));
      if (error !== null) callback(error, '', 0);
      else if (refused !== undefined) callback(new AddressRefusedError(refused.address), '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
}
