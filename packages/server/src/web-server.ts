import type { Express } from 'express';
import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import { REQUEST_TIMES } from './request-times.ts';

// An `import` would evaluate the whole module, of which a client for WebSockets takes longest.
const { createServer: createHttpServer } = process.getBuiltinModule('node:http');

/** Keys and certificates of a server: PEM, as text or bytes. */
export interface ServerTls extends Pick<
  SecureContextOptions,
  'key' | 'cert' | 'ca' | 'passphrase'
> {
  /**
   * True asks callers for certificates, for `createCertificateAuthentication`; those that the
   * authorities in `ca` have issued are trusted. Callers without a certificate can still connect,
   * because the cards are public. Default false.
   */
  readonly requestCert?: boolean;
}

/**
 * Makes the HTTP or HTTPS server of an app. Untrusted client certificates can connect, and are
 * refused with an answer.
 */
export function createWebServer(app: Express, tls: ServerTls | undefined): Server | TlsServer {
  if (tls === undefined) return createHttpServer(REQUEST_TIMES, app);
  const { createServer: createTlsServer } = process.getBuiltinModule('node:https');
  return createTlsServer({ ...REQUEST_TIMES, ...tls, rejectUnauthorized: false }, app);
}
