import type { Principal, SecurityScheme } from '@formwork/core';
import type { RequestHead, RequestSocket } from '@formwork/network';
import type { TLSSocket } from 'node:tls';

/** A function that authenticates the sender of a request. */
export interface Authenticate {
  /**
   * Returns the principal of a request; `undefined` if the request has no accepted credentials.
   *
   * MUST give the same caller the same id every time, and MUST NOT give two callers the same id,
   * because an id opens all tasks of its owner. MUST NOT throw for bad credentials. An error is
   * logged and answered as an internal error, an `UnavailableError` of `@formwork/runtime` as a
   * temporary one.
   */
  (request: RequestHead): Principal | undefined | Promise<Principal | undefined>;

  /**
   * The security schemes by which callers authenticate, for the cards. A wrong credential in the
   * place of a scheme is refused. Default: the cards declare none, and the place is
   * `Authorization`.
   */
  readonly schemes?: readonly SecurityScheme[];

  /** The issuers of accepted tokens, for clients that look for one (RFC 9728). Default: none. */
  readonly issuers?: readonly string[];

  /**
   * The audience of accepted tokens, which clients ask the issuer for (RFC 8707). Default: the
   * agent's URL.
   */
  readonly audience?: string;
}

/**
 * A place in a request where a credential stands, such as one header; equal texts are the same
 * place.
 */
export type CredentialLocation = string;

const AUTHORIZATION_LOCATION: CredentialLocation = 'header authorization';

/** Lists the places in a request where callers of an authentication put credentials. */
export function listLocations({ schemes }: Authenticate): readonly CredentialLocation[] {
  return schemes === undefined ? [AUTHORIZATION_LOCATION] : schemes.map(toLocation);
}

function toLocation(scheme: SecurityScheme): CredentialLocation {
  switch (scheme.kind) {
    case 'api-key': {
      const { location, parameter } = scheme;
      return `${location} ${location === 'header' ? parameter.toLowerCase() : parameter}`;
    }
    case 'bearer':
    case 'openid-connect':
    case 'oauth2':
      return AUTHORIZATION_LOCATION;
    case 'mutual-tls':
      return 'connection certificate';
  }
}

/** Returns true for a request with a credential in a place, whether accepted or not. */
export function hasCredential(request: RequestHead, location: CredentialLocation): boolean {
  const end = location.indexOf(' ');
  const name = location.slice(end + 1);
  switch (location.slice(0, end)) {
    case 'query':
      return readQuery(request).has(name);
    case 'cookie':
      return readCookies(request).some(([key]) => key === name);
    case 'connection':
      return readCertificate(request) !== undefined;
    default:
      return request.headers[name] !== undefined;
  }
}

/** Reads the query of a request's URL. */
export function readQuery({ url = '' }: RequestHead): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}

/** Reads the cookies of a request (RFC 6265 section 5.4). */
export function readCookies({
  headers,
}: RequestHead): readonly (readonly [name: string, value: string])[] {
  return (headers.cookie ?? '').split(';').flatMap((pair) => {
    const end = pair.indexOf('=');
    if (end === -1) return [];
    const value = pair.slice(end + 1).trim();
    return [[pair.slice(0, end).trim(), value.replace(/^"(.*)"$/su, '$1')]];
  });
}

/** The TLS certificate of a caller's connection. */
export interface CallerCertificate {
  /** The subject of the certificate, such as `{ CN: 'billing', O: 'Example' }`. */
  readonly subject: Readonly<Record<string, string | readonly string[]>>;
  /**
   * The alternative names of the certificate, such as `URI:spiffe://example.org/billing,
   * DNS:billing.example.org`.
   */
  readonly alternativeNames: string;
  /**
   * The SHA-256 fingerprint of the certificate, in pairs of hexadecimal digits with colons between.
   */
  readonly fingerprint: string;
  /** True if an authority that the server trusts has issued the certificate. */
  readonly isTrusted: boolean;
}

/** Reads the client certificate of a connection; returns `undefined` if the caller sent none. */
export function readCertificate({ socket }: RequestHead): CallerCertificate | undefined {
  if (!isTlsSocket(socket)) return undefined;
  const certificate = socket.getPeerCertificate();
  // Without one, Node gives an object without members.
  if (typeof certificate.fingerprint256 !== 'string') return undefined;
  const { subject, subjectaltname = '', fingerprint256 } = certificate;
  return {
    subject: { ...subject } as CallerCertificate['subject'],
    alternativeNames: subjectaltname,
    fingerprint: fingerprint256,
    isTrusted: socket.authorized,
  };
}

function isTlsSocket(socket: RequestSocket): socket is TLSSocket {
  return 'getPeerCertificate' in socket;
}
