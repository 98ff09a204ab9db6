import type { Express } from 'express';
import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { ListenError, type ListenAddress } from './errors.ts';

// An `import` would evaluate the whole module, of which a client for WebSockets takes longest.
const { createServer: createHttpServer } = process.getBuiltinModule('node:http');

/**
 * The options of `node:http` for the time that a request has to arrive, in milliseconds: five
 * minutes would be Node's default, and it would look for late requests only every 30 seconds.
 * The probes of TCP find a caller that has vanished while it waits for an answer.
 */
export const REQUEST_TIMES = {
  /** The time for the whole request. */
  requestTimeout: 90_000,
  /** The time for the headers. */
  headersTimeout: 30_000,
  /** The time between two looks for requests that are late. */
  connectionsCheckingInterval: 1_000,
  /**
   * The time for which an idle connection stays open. Load balancers and nginx keep theirs for 60
   * seconds: if the server closed it first, a request that is under way would be lost (502).
   */
  keepAliveTimeout: 75_000,
  keepAlive: true,
  /** The time without a byte after which TCP begins to ask whether the caller is there. */
  keepAliveInitialDelay: 30_000,
} as const;

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

/** The rule that a second `listen` breaks. */
export const LISTEN_ONCE = 'a server can listen only once';

/**
 * Binds a server to an address and resolves with its URL. Make the server with {@link REQUEST_TIMES},
 * so that callers who take longer than 90 seconds to send a request are disconnected.
 *
 * @throws ListenError if the server cannot listen on the address
 */
export function bindServer(server: Server | TlsServer, address: ListenAddress): Promise<string> {
  checkAddress(address);
  const { host, port } = address;
  return new Promise((resolve, reject) => {
    function handleError(cause: Error & { readonly code?: string }): void {
      server.off('listening', handleListening).off('close', handleClose);
      const value =
        cause.code === 'EADDRINUSE'
          ? 'in use by another program. PORT=0 takes any free one, or listen({ port: 0 }) in a program'
          : cause.message;
      reject(new ListenError(address, { rule: 'the address must be free and ours', value, cause }));
    }
    function handleListening(): void {
      server.off('error', handleError).off('close', handleClose);
      const protocol = 'setSecureContext' in server ? 'https' : 'http';
      resolve(toUrl(server.address() as AddressInfo, protocol));
    }
    /**
     * Rejects `listen` if the server is closed before it is bound, because no other event reports
     * that.
     */
    function handleClose(): void {
      server.off('error', handleError).off('listening', handleListening);
      reject(new ListenError(address, { rule: LISTEN_ONCE, value: 'closed' }));
    }
    server.once('error', handleError).once('listening', handleListening);
    server.once('close', handleClose);
    server.listen({ port, host });
  });
}

function checkAddress(address: ListenAddress): void {
  const { host, port }: Readonly<Record<keyof ListenAddress, unknown>> = address;
  if (!Number.isInteger(port) || Number(port) < 0 || Number(port) > 65_535) {
    const rule = 'port must be an integer from 0 to 65535';
    throw new ListenError(address, { rule, value: showValue(port) });
  }
  if (typeof host !== 'string' || host.trim() === '') {
    const rule = 'host must be text that is not empty';
    throw new ListenError(address, { rule, value: showValue(host) });
  }
}

function showValue(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function toUrl({ address, family, port }: AddressInfo, protocol: string): string {
  const isWildcard = address === '0.0.0.0' || address === '::';
  const host = isWildcard ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `${protocol}://${host}:${port}`;
}
