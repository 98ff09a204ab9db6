import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A proxy between two programs that a test can freeze, as a broken network would: neither side gets
 * an error.
 */
export interface FreezingProxy {
  readonly port: number;
  /**
   * Stops passing bytes on until {@link thaw}; connections stay open, and new ones get no answer.
   */
  freeze(): void;
  thaw(): void;
  /**
   * Drops, from now on, everything that the server sends to clients that have sent the given text.
   * Their connections stay open, and neither side gets an error.
   */
  silence(text: string): void;
  close(): void;
}

/** The number of the latest bytes from each client that the proxy remembers for `silence`. */
const KEPT = 1_000;

/** Starts a proxy that passes bytes on to a port of this machine. */
export async function startFreezingProxy(port: number): Promise<FreezingProxy> {
  const sockets = new Set<Socket>();
  /** The latest bytes from the client of each connection, by the socket to the server. */
  const sent = new Map<Socket, string>();
  let isFrozen = false;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      if (isFrozen) socket.pause();
      socket.on('data', (bytes) => {
        if (socket === client)
          sent.set(upstream, `${sent.get(upstream) ?? ''}${bytes.toString('latin1')}`.slice(-KEPT));
        other.write(bytes);
      });
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        sent.delete(socket);
        other.destroy();
      });
      if (isFrozen) socket.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    silence(text) {
      for (const [upstream, words] of sent) {
        if (words.includes(text)) upstream.removeAllListeners('data').resume();
      }
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
