import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ListenError, type ListenAddress } from './errors.ts';

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
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = everywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `${protocol}://${host}:${port}`;
}
