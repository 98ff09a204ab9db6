import type { Principal, SecurityScheme } from '@formwork/core';
import { type Authenticate, type CallerCertificate, readCertificate } from './credential.ts';

/** Options of {@link createCertificateAuthentication}. */
export interface CertificateAuthenticationOptions {
  /**
   * Returns the principal of a certificate; `undefined` if the server does not know its owner.
   * Called only for certificates that a trusted authority has issued.
   *
   * MUST use a part of the certificate that the authority checks, and MUST NOT give two callers the
   * same id.
   */
  readonly toPrincipal: (certificate: CallerCertificate) => Principal | undefined;
}

/**
 * Makes an authentication that recognizes callers by their TLS client certificates (mutual TLS).
 * The server must terminate TLS itself and ask for certificates: `tls: { ..., ca, requestCert: true
 * }`.
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
