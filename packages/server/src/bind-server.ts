import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ListenError, type ListenAddress } from './errors.ts';

/** Binds a server to an address, and resolves with its URL. Rejects with `ListenError`. */
export function bindServer(server: Server, address: ListenAddress): Promise<string> {
  checkAddress(address);
  const { host, port } = address;
  return new Promise((resolve, reject) => {
    function handleError(cause: Error & { readonly code?: string }): void {
      server.off('listening', handleListening);
      const value = cause.code === 'EADDRINUSE' ? 'in use by another program' : cause.message;
      reject(new ListenError(address, { rule: 'the address must be free and ours', value, cause }));
    }
    function handleListening(): void {
      server.off('error', handleError);
      resolve(toUrl(server.address() as AddressInfo));
    }
    server.once('error', handleError).once('listening', handleListening);
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

function toUrl({ address, family, port }: AddressInfo): string {
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = everywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}
