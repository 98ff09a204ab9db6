import { isLoopbackHost } from '@formwork/network';
import type { AgentRouterOptions } from './agent-router-options.ts';
import { ListenError, type ListenAddress } from './errors.ts';
import type { GrpcDoor } from './grpc-door.ts';
import type { ServerTls } from './web-server.ts';

/** Options of {@link createServer}. */
export interface ServerOptions extends AgentRouterOptions {
  /**
   * The URL that callers use, which the card lists. Default: the URL on which the server listens.
   */
  readonly publicUrl?: string;
  /**
   * True serves all callers beyond this machine without required authentication. Default false:
   * without {@link requireAuthentication}, the server listens on loopback addresses only, and under
   * no public URL or allowed host of another machine, as a proxy there reaches it on loopback.
   */
  readonly allowAnonymous?: boolean;
  /** Keys and certificates with which the server terminates TLS itself. Default: plain HTTP. */
  readonly tls?: ServerTls;
  /**
   * The gRPC endpoint, made by `createGrpcDoor` of `@formwork/server/grpc`, which listens while the
   * server does. Default: none.
   */
  readonly grpc?: GrpcDoor;
  /**
   * True serves `/healthz`, which says that the process lives, and `/readyz`, which says whether
   * the server takes work and the engine can write; both answer all callers. Default true.
   */
  readonly health?: boolean;
  /**
   * True closes the server when the process gets SIGTERM or SIGINT (on Windows Ctrl-Break, or a
   * closed window), or when npm started it and has ended. A second signal ends the process at once.
   * Default false: the program does so itself.
   */
  readonly closeOnSignals?: boolean;
}

/** Options of {@link AgentServer.listen}. */
export interface ListenOptions {
  /** The port to listen on; 0 takes any free one. Default 4100. */
  readonly port?: number;
  /** The address to listen on. Default `127.0.0.1`: reachable from this machine only. */
  readonly host?: string;
}

/** The addresses on which a server listens. */
export interface ListenResult {
  readonly url: string;
  /** The address of the gRPC endpoint as the card lists it; absent if there is none. */
  readonly grpcUrl?: string;
}

/**
 * Throws if a server without required authentication could be reached from beyond this machine, by
 * its address or by a proxy at its public URL or an allowed host, without `allowAnonymous`.
 */
export function checkReach(address: ListenAddress, options: ServerOptions): void {
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
  const publicName = isPublic ? publicUrl : name;
  throw new ListenError(address, {
    rule: 'callers must have to say who they are (requireAuthentication, or the variable FORMWORK_API_KEY in a project of "formwork new") where others can reach the server, unless allowAnonymous (FORMWORK_ALLOW_ANONYMOUS) is true',
    value: `a server that lets everybody in${publicName === undefined ? '' : ` at ${publicName}`}`,
  });
}
