// Hosts in this process: servers of Node with the code of the guides, and the handler without one.
import { createAgentRouter, createServer } from '@formwork/server';
import express from 'express';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AGENT, AGENT_NAMES, type AgentName, toOptions } from '../agents.ts';
import { findGate, toClosingKey } from '../gates.ts';
import { PAGES } from '../pages.ts';
import { createTriedHandler } from '../tried-handler.ts';
import type { Host, RunningHost } from './host.ts';
import { statusUnder } from './ports.ts';

/** Listens on a free port, and serves what `create` makes once the URL of the agents is known. */
async function listen(
  create: (publicUrl: string) => {
    readonly listener: RequestListener;
    readonly close: () => Promise<void>;
  },
): Promise<RunningHost> {
  let listener: RequestListener = () => undefined;
  const server = createHttpServer((request, response) => listener(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/agents`;
  const made = create(publicUrl);
  ({ listener } = made);
  return {
    served: {
      url: (name) => `${publicUrl}/${name}`,
      fetch,
      statusUnder,
    },
    async stop() {
      await made.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Closes the agent at a URL when a behaviour wants it. */
function closeWhenAsked(url: string, served: { close(): Promise<void> }): void {
  void findGate(toClosingKey(url)).opened.then(() => served.close());
}

const ALONE = 'http://localhost/agents';

const NO_ADDRESS = 'a function has no address that a browser could open.';

export const IN_PROCESS: readonly Host[] = [
  {
    name: 'createServer',
    async start() {
      const servers = AGENT_NAMES.map((name) => {
        const server = createServer(AGENT, toOptions(name, PAGES));
        return [name, server] as const;
      });
      const urls = new Map<AgentName, string>();
      for (const [name, server] of servers) {
        const { url } = await server.listen({ port: 0 });
        closeWhenAsked(url, server);
        urls.set(name, url);
      }
      return {
        served: {
          url: (name) => urls.get(name) ?? '',
          fetch,
          statusUnder,
        },
        async stop() {
          await Promise.all(servers.map(([, server]) => server.close()));
        },
      };
    },
  },
  {
    name: 'express',
    start: () =>
      listen((publicUrl) => {
        const app = express();
        const doors = AGENT_NAMES.map((name) => {
          const url = `${publicUrl}/${name}`;
          const options = { ...toOptions(name, PAGES), publicUrl: url, health: true };
          const door = createAgentRouter(AGENT, options);
          closeWhenAsked(url, door);
          app.use(`/agents/${name}`, door.router);
          return door;
        });
        return {
          listener: app,
          close: async () => void (await Promise.all(doors.map((door) => door.close()))),
        };
      }),
  },
  {
    name: 'node:http',
    start: () =>
      listen((publicUrl) => {
        const handler = createTriedHandler(publicUrl, PAGES);
        return { listener: handler.nodeListener, close: handler.close };
      }),
  },
  {
    name: 'fetch',
    limits: {
      'a visitor fills in a form in a browser': NO_ADDRESS,
      'the page of forms in a browser': NO_ADDRESS,
    },
    start() {
      const handler = createTriedHandler(ALONE, PAGES);
      return Promise.resolve({
        served: {
          url: (name) => `${ALONE}/${name}`,
          fetch: (url, init) => handler.fetch(new Request(url, init)),
          async statusUnder(host, url) {
            const request = new Request(url.replace('//localhost', `//${host}`), {
              headers: { 'a2a-version': '1.0' },
            });
            return (await handler.fetch(request)).status;
          },
        },
        stop: () => handler.close(),
      });
    },
  },
];
