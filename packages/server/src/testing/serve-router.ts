import type { TaskLogger } from '@formwork/core';
import express, { type RequestHandler } from 'express';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createBytesReader } from '../body-bytes.ts';
import type { Door } from '../door.ts';
import { serveByExpress } from '../express-exchange.ts';
import { serveDoor } from '../serve-door.ts';
import type { StreamLimits } from '../write-event-stream.ts';

/** An express app that listens on a free port for a test. */
export interface ServedRouter extends AsyncDisposable {
  /** The origin of the app, such as `http://127.0.0.1:40123`, without a slash at its end. */
  readonly url: string;
  readonly port: number;
}

/** Starts an express app that serves a router at a path, on a free port. */
export async function serveRouter(path: string, router: RequestHandler): Promise<ServedRouter> {
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

/** An entry that the logger of {@link createLogRecorder} has kept. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Makes a logger that keeps its entries, so that tests can check what was logged. */
export function createLogRecorder(): { readonly logger: TaskLogger; readonly entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  const write =
    (level: LogEntry['level']): TaskLogger['info'] =>
    (message, fields = {}) => {
      entries.push({ level, message, fields });
    };
  return { entries, logger: { info: write('info'), warn: write('warn'), error: write('error') } };
}

/** Serves a door by express without any of the steps in front of it. */
export function serveAlone(
  door: Door,
  {
    bodyLimit = '1mb',
    streamLimits,
  }: {
    /** The largest body, in bytes or as text. Default `1mb`. */
    readonly bodyLimit?: number | string;
    readonly streamLimits?: StreamLimits | undefined;
  } = {},
): RequestHandler {
  return serveByExpress(serveDoor(door, { readBytes: createBytesReader(bodyLimit), streamLimits }));
}
