/** Where a gRPC door is. */
export interface GrpcAddress {
  /** What gRPC libraries connect to: `dns:host:port`. */
  readonly target: string;
  /** The same as an origin of the web, to compare with those that may see credentials. */
  readonly origin: string;
  /** True for TLS. */
  readonly isSecure: boolean;
}

/** `host`, `host:port`, `[::1]:port`. */
const BARE = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu;

/** Machines that are this one: 127.0.0.0/8, ::1, and what is called localhost. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/u;

/**
 * Reads the URL of a gRPC door (A2A 1.0 section 4.4.6): `https://` with TLS, `http://` without, and
 * a bare `host:port` with TLS unless it is this machine. Paths do not count, as gRPC has its own.
 * `undefined` for anything else: gRPC libraries know schemes, such as `unix:`, that a card must not
 * lead to.
 */
export function toGrpcAddress(url: string): GrpcAddress | undefined {
  const isBare = BARE.test(url);
  const full = isBare ? `https://${url}` : url;
  const parsed = URL.canParse(full) ? new URL(full) : undefined;
  if (parsed === undefined || !/^https?:$/u.test(parsed.protocol)) return undefined;
  const isSecure = isBare ? !LOOPBACK.test(parsed.hostname) : parsed.protocol === 'https:';
  // The default port of https is left out by URL; that of gRPC without TLS is the one of http.
  const port = parsed.port || (parsed.protocol === 'https:' ? '443' : '80');
  const host = `${parsed.hostname}:${port}`;
  return {
    target: `dns:${host}`,
    origin: new URL(`${isSecure ? 'https' : 'http'}://${host}`).origin,
    isSecure,
  };
}
