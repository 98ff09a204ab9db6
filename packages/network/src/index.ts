// Only the names that are exported here are public.
export {
  AddressRefusedError,
  createCheckedLookup,
  findSenderNetwork,
  isAddressRefusal,
  isLoopbackAddress,
  isLoopbackHost,
  isMetadataAddress,
  isPublicAddress,
  type AddressRule,
} from './addresses.ts';
export {
  createCheckedNetwork,
  type CheckedNetwork,
  type CheckedNetworkOptions,
  type Route,
} from './create-checked-network.ts';
export { admitPage, type AdmitPageOptions } from './listed-page.ts';
export { createLocalFetch } from './local-fetch.ts';
export type { LookupAll } from './name-lookups.ts';
export { readBounded } from './read-bounded.ts';
export { declareRoutes, toLoggedPath } from './logged-path.ts';
export {
  toRequestHead,
  type FetchContext,
  type RequestHead,
  type RequestSocket,
} from './request-head.ts';
export {
  createRequestGuard,
  describeRefusal,
  describeSender,
  type HeldRequest,
  type RefusedRequest,
  type RequestGuard,
  type RequestGuardOptions,
  type RequestRefusal,
} from './request-guard.ts';
