import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from './test-end.ts';

/** A proxy between clients and a server, whose connections a test can cut. */
export interface CuttingProxy {
  readonly url: string;
  /** Cuts all connections that are open. */
  readonly cut: () => void;
  /** Returns the number of connections that the proxy has accepted so far. */
  readonly count: () => number;
  /** Returns the number of connections that the proxy has reset because it refused them. */
  readonly refused: () => number;
  /** Makes the proxy reset the connections of requests for these paths; `undefined` for none. */
  readonly refusePaths: (isRefused: ((path: string) => boolean) | undefined) => void;
  /** Makes the proxy reset new connections (true), or accept them again (false). */
  readonly refuse: (isRefusing: boolean) => void;
  /** Makes the proxy pass requests on and drop all answers (true), or pass answers on again. */
  readonly mute: (isMuted: boolean) => void;
}

/** Options of {@link startCuttingProxy}. */
export interface CuttingProxyOptions {
  /**
   * Returns after how many bytes of answers a connection is cut, given the number of connections
   * before it; `undefined` for never. Default: never.
   */
  readonly cutAfter?: (connection: number) => number | undefined;
  /**
   * Returns after how many bytes of requests a connection is cut, given the number of connections
   * before it; `undefined` for never. Default: never.
   */
  readonly cutRequestsAfter?: (connection: number) => number | undefined;
}

/** Starts a proxy that passes bytes on to a server on this machine until the test is over. */
export async function startCuttingProxy(
  target: string,
  { cutAfter = () => undefined, cutRequestsAfter = () => undefined }: CuttingProxyOptions = {},
): Promise<CuttingProxy> {
  const port = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  let count = 0;
  let refused = 0;
  let isRefusing = false;
  let isMuted = false;
  let isRefusedPath: ((path: string) => boolean) | undefined;
  const server = createServer((client) => {
    if (isRefusing) {
      refused += 1;
      client.resetAndDestroy();
      return;
    }
    const limit = cutAfter(count);
    let allowed = cutRequestsAfter(count) ?? Number.POSITIVE_INFINITY;
    count += 1;
    const upstream = connect(port, '127.0.0.1');
    let sent = 0;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (bytes) => {
      // Browsers send one request at a time over a connection.
      const [, path] = /^[A-Z]+ (\S+) HTTP/u.exec(bytes.toString('latin1', 0, 300)) ?? [];
      if (path !== undefined && isRefusedPath?.(path) === true) {
        refused += 1;
        client.resetAndDestroy();
        return;
      }
      allowed -= bytes.length;
      if (allowed >= 0) upstream.write(bytes);
      else if (upstream.writable) upstream.end(bytes.subarray(0, allowed), end);
    });
    upstream.on('data', (bytes) => {
      if (isMuted) return;
      const rest = limit === undefined ? bytes.length : limit - sent;
      sent += bytes.length;
      if (rest >= bytes.length) client.write(bytes);
      else if (rest > 0) client.write(bytes.subarray(0, rest), end);
      else end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    refused: () => refused,
    refusePaths: (value) => {
      isRefusedPath = value;
    },
    refuse: (value) => {
      isRefusing = value;
    },
    mute: (value) => {
      isMuted = value;
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
