// Everything named here is public; nothing else is.
export { createCheckedLookup, type LookupAll } from './checked-lookup.ts';
export {
  createCheckedNetwork,
  isAddressRefusal,
  type AddressRule,
  type CheckedNetwork,
  type CheckedNetworkOptions,
  type Route,
} from './create-checked-network.ts';
export { AddressRefusedError } from './errors/address-refused-error.ts';
export { isLoopbackAddress, isLoopbackHost } from './is-loopback.ts';
export { isMetadataAddress } from './is-metadata-address.ts';
export { isPublicAddress } from './is-public-address.ts';
