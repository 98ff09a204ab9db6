import type { Agent } from '@formwork/core';
import { createServer } from '@formwork/server';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Serves an agent on a free port, as if it were at `url`, until the test is over. Returns
 * environment variables that name a proxy, which leads every address to the agent. So the output of
 * commands with that environment shows `url`, and does not depend on the port.
 */
export async function serveAs(url: string, agent: Agent): Promise<Record<string, string>> {
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  const server = createServer(agent, { openTasks: true, logger, publicUrl: url });
  onTestFinished(() => server.close());
  const { port } = new URL((await server.listen({ port: 0 })).url);
  const proxy = createHttpServer((_request, response) => void response.writeHead(501).end());
  proxy.on('connect', (_request, socket) => {
    const agentSocket = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      agentSocket.pipe(socket).pipe(agentSocket);
    });
    for (const one of [socket, agentSocket]) one.on('error', () => one.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void proxy.close());
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: address,
    http_proxy: address,
    NO_PROXY: '',
    no_proxy: '',
  };
}
