/**
 * Where agents may be, by where their names lead:
 *
 * - `public`: at addresses of the public internet;
 * - `local`: there, and on this machine when they are called by `localhost` or such an address;
 * - `any`: anywhere, also in the network that this process stands in.
 */
export type AllowedAddresses = 'public' | 'local' | 'any';
