import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy to a database, which ends with the test. */
interface Proxy {
  readonly url: string;
  /** Returns the number of bytes that clients have sent so far. */
  readonly countBytes: () => number;
  /** True once a statement is, or was, held back. */
  readonly isHolding: () => boolean;
  readonly letGoOn: () => void;
  /** Drops all that goes on over the present connections. */
  readonly loseAll: () => void;
}

/**
 * Starts a proxy to the database at an address, which holds back the first statement with a text
 * until it is let go on.
 */
export async function startProxy(
  to: string,
  { heldText = '' }: { readonly heldText?: string } = {},
): Promise<Proxy> {
  let goOn: (() => void) | undefined;
  const target = new URL(to);
  const sockets = new Set<Socket>();
  let bytes = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    sockets.add(client).add(upstream);
    upstream.on('error', () => client.destroy()).on('data', (chunk) => client.write(chunk));
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    client.on('data', (chunk) => {
      bytes += chunk.length;
      const isHeld = heldText !== '' && goOn === undefined && chunk.includes(heldText);
      if (isHeld) goOn = () => void upstream.write(chunk);
      else upstream.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    countBytes: () => bytes,
    isHolding: () => goOn !== undefined,
    letGoOn: () => goOn?.(),
    loseAll() {
      for (const socket of sockets) socket.removeAllListeners('data').resume();
    },
  };
}
