import type { Principal, SecurityScheme } from '@formwork/core';
import { type Authenticate, type CallerCertificate, readCertificate } from './credential.ts';

/** Options of {@link createCertificateAuthentication}. */
export interface CertificateAuthenticationOptions {
  /**
   * Returns who a certificate was made for, or `undefined` when the server does not know them. It is
   * asked only for certificates that an authority of the server's stands behind.
   *
   * MUST use a part of the certificate that the authority checks, and MUST NOT give two callers the
   * same id.
   */
  readonly toPrincipal: (certificate: CallerCertificate) => Principal | undefined;
}

/**
 * Knows callers by the certificates of their connections (mutual TLS). The server has to end TLS
 * itself and to ask for certificates: `tls: { ..., ca, requestCert: true }`.
 *
 * @example
 * ```ts
 * import { createCertificateAuthentication } from '@formwork/server';
 *
 * const authenticate = createCertificateAuthentication({
 *   toPrincipal: ({ subject }) =>
 *     typeof subject['CN'] === 'string' ? { id: subject['CN'] } : undefined,
 * });
 * ```
 */
export function createCertificateAuthentication({
  toPrincipal,
}: CertificateAuthenticationOptions): Authenticate {
  const authenticate: Authenticate = (request) => {
    const certificate = readCertificate(request);
    return certificate?.isTrusted === true ? toPrincipal(certificate) : undefined;
  };
  const scheme: SecurityScheme = { kind: 'mutual-tls', name: 'mutualTls' };
  return Object.assign(authenticate, { schemes: [scheme] });
}
