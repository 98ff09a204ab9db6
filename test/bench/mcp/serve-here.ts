import { createMcpRouter, type Bridge } from '@formwork/mcp';
import type { Client } from '@modelcontextprotocol/client';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connectHost } from './connect-host.ts';

/**
 * Serves a bridge over HTTP in this process, and returns a host that is connected to the bridge.
 */
export async function serveHere(bridge: Bridge): Promise<Client> {
  const app = express();
  app.use('/mcp', createMcpRouter(bridge).router);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return connectHost(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`));
}
