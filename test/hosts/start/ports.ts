import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Served } from '../served.ts';

/** Resolves to a port that is free now. */
export async function findPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks for a URL under another host name. */
export const statusUnder: Served['statusUnder'] = (host, url) =>
  new Promise((resolve, reject) => {
    const headers = { 'a2a-version': '1.0', host };
    get(url, { headers }, (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
