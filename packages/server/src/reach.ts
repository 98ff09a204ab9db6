import { isLoopbackHost } from '@formwork/network';
import { ListenError, type ListenAddress } from './errors.ts';

/** The options of a server that say who reaches it. */
export interface ReachOptions {
  readonly requireAuthentication?: boolean;
  readonly allowAnonymous?: boolean;
  readonly publicUrl?: string;
  readonly allowedHosts?: readonly string[];
}

/**
 * Throws if a server without required authentication could be reached from beyond this machine, by
 * its address or by a proxy at its public URL or an allowed host, without `allowAnonymous`.
 */
export function checkReach(address: ListenAddress, options: ReachOptions): void {
  const { requireAuthentication = false, allowAnonymous = false } = options;
  const { publicUrl, allowedHosts = [] } = options;
  if (requireAuthentication || allowAnonymous) return;
  // A value that is no host name is refused later, when the server binds its address.
  const { host }: { readonly host: unknown } = address;
  const isBound = typeof host === 'string' && host.trim() !== '' && !isLoopbackHost(host);
  const isPublic = publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname);
  // A proxy of this machine calls the server by these names.
  const name = allowedHosts.find((allowed) => !isLoopbackHost(allowed));
  if (!isBound && !isPublic && name === undefined) return;
  const place = isPublic ? publicUrl : name;
  throw new ListenError(address, {
    rule: 'callers must have to say who they are (requireAuthentication, or the variable FORMWORK_API_KEY in a project of "formwork new") where others can reach the server, unless allowAnonymous (FORMWORK_ALLOW_ANONYMOUS) is true',
    value: `a server that lets everybody in${place === undefined ? '' : ` at ${place}`}`,
  });
}
