import type { Agent } from '@formwork/core';
import {
  type AgentHandler,
  createAgentHandler,
  createAgentRouter,
  createServer,
  type MountedAgentOptions,
} from '@formwork/server';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  get,
  request as sendRequest,
  type RequestListener,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from '../support/test-end.ts';

/** A request as it is on the wire. */
interface WireRequest {
  /** The target, such as `/agents/a2a`; it may be a whole URL. */
  readonly target: string;
  /** The headers; one with several values stands in several lines. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** The body; a request with one is a POST. */
  readonly body?: string;
}

/** An answer as it is on the wire. */
interface WireAnswer {
  readonly status: number | undefined;
  readonly text: string;
}

/** An agent that some program serves. */
export interface HostedAgent {
  /** The URL of the agent, with the path where it is mounted. */
  readonly url: string;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Resolves to the status of a path below that of the agent, under another host name. */
  readonly statusUnder: (host: string, path: string) => Promise<number | undefined>;
  /** Resolves to the answer to a request as it is on the wire. */
  readonly send: (request: WireRequest) => Promise<WireAnswer>;
  /** Closes the agent; the program goes on. */
  readonly close: () => Promise<void>;
}

/** Options of the agent on every host. */
type HostedOptions = Omit<MountedAgentOptions, 'publicUrl'>;

/** A kind of program that serves an agent. */
export interface Host {
  readonly name: string;
  /** The path where the agent is mounted. */
  readonly path: string;
  readonly serve: (agent: Agent, options?: HostedOptions) => Promise<HostedAgent>;
}

const silent = { info() {}, warn() {}, error() {} };

/** The headers of all requests by {@link HostedAgent.statusUnder}. */
const headers = { 'a2a-version': '1.0' };

/** Makes the function that calls a server by another name than its own. */
function callUnder(url: string): HostedAgent['statusUnder'] {
  return (host, path) =>
    new Promise((resolve, reject) => {
      get(url + path, { headers: { ...headers, host } }, (response) =>
        resolve(response.resume().statusCode),
      ).on('error', reject);
    });
}

/** Makes the function that sends a request to a server as it is on the wire. */
function sendTo(url: string): HostedAgent['send'] {
  return ({ target, headers: lines, body }) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const method = body === undefined ? 'GET' : 'POST';
      const sent = sendRequest(
        { hostname, port, path: target, method, headers: lines },
        (response) => {
          const { statusCode: status } = response;
          response
            .toArray()
            .then(
              (chunks) => resolve({ status, text: Buffer.concat(chunks as Buffer[]).toString() }),
              reject,
            );
        },
      );
      sent.on('error', reject).end(body);
    });
}

/** Listens on a free port, and serves what `create` makes once the address is known. */
async function listen(
  path: string,
  create: (publicUrl: string) => {
    readonly served: { close(): Promise<void> };
    readonly listener: RequestListener;
  },
): Promise<HostedAgent> {
  let listener: RequestListener = () => undefined;
  const server = createHttpServer((request, response) => listener(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const made = create(url);
  ({ listener } = made);
  onTestFinished(async () => {
    await made.served.close();
    server.closeAllConnections();
    server.close();
  });
  const ways = { statusUnder: callUnder(url), send: sendTo(url) };
  return { url, fetch, ...ways, close: () => made.served.close() };
}

function listenWithHandler(
  agent: Agent,
  options: HostedOptions,
  toListener: (handler: AgentHandler) => RequestListener,
): Promise<HostedAgent> {
  return listen('/agents', (publicUrl) => {
    const served = createAgentHandler(agent, { logger: silent, ...options, publicUrl });
    return { served, listener: toListener(served) };
  });
}

/** Every program by which the same behaviour is tested. */
export const HOSTS: readonly Host[] = [
  {
    name: 'createServer',
    path: '',
    async serve(agent, options = {}) {
      const server = createServer(agent, { logger: silent, ...options });
      onTestFinished(() => server.close());
      const { url } = await server.listen({ port: 0 });
      const ways = { statusUnder: callUnder(url), send: sendTo(url) };
      return { url, fetch, ...ways, close: () => server.close() };
    },
  },
  {
    name: 'express',
    path: '/agents',
    serve: (agent, options = {}) =>
      listen('/agents', (publicUrl) => {
        const served = createAgentRouter(agent, { logger: silent, ...options, publicUrl });
        return { served, listener: express().use('/agents', served.router) };
      }),
  },
  {
    name: 'node:http',
    path: '/agents',
    serve: (agent, options = {}) =>
      listenWithHandler(agent, options, (handler) => handler.nodeListener),
  },
  {
    name: 'fetch alone',
    path: '/agents',
    serve(agent, options = {}) {
      const url = 'http://localhost/agents';
      const handler = createAgentHandler(agent, { logger: silent, ...options, publicUrl: url });
      onTestFinished(() => handler.close());
      return Promise.resolve({
        url,
        fetch: (input, init) => handler.fetch(new Request(input, init)),
        async statusUnder(host, path) {
          const asked = new Request(`http://${host}/agents${path}`, { headers });
          return (await handler.fetch(asked)).status;
        },
        async send({ target, headers: lines, body }) {
          const all = new Headers();
          for (const [name, values] of Object.entries(lines)) {
            for (const value of [values].flat()) all.append(name, value);
          }
          const init = { headers: all, ...(body !== undefined && { method: 'POST', body }) };
          const response = await handler.fetch(new Request(new URL(target, url), init));
          return { status: response.status, text: await response.text() };
        },
        close: () => handler.close(),
      });
    },
  },
  {
    name: 'Hono',
    path: '/agents',
    serve: (agent, options = {}) =>
      listenWithHandler(agent, options, (handler) => {
        const app = new Hono().all('/agents/*', ({ req }) => handler.fetch(req.raw));
        const answer = getRequestListener(app.fetch);
        return (request, response) => void answer(request, response);
      }),
  },
];
