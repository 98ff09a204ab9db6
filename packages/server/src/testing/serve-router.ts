import { once } from 'node:events';
import { createServer } from 'node:http';
import express, { type Router } from 'express';

/** An express app on a port of its own. */
export interface ServedRouter extends AsyncDisposable {
  /** Origin, without a slash at its end. */
  readonly url: string;
  readonly port: number;
}

/** Serves a router at a path. */
export async function serveRouter(path: string, router: Router): Promise<ServedRouter> {
  const app = express().disable('etag').disable('x-powered-by').use(path, router);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
