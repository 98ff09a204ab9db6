import { connect, type RemoteAgent } from '@formwork/client';
import {
  createMcpAgent,
  type McpAgent,
  type McpAgentOptions,
  type McpHttpSource,
  type McpSource,
} from '@formwork/mcp';
import { createServer } from '@formwork/server';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import express, { type Request, type Response } from 'express';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { WAIT_LIMIT } from '../support/limits.ts';
import { onTestFinished } from '../support/test-end.ts';
import { createFixtureServer, type FixtureSettings } from './fixture-server.ts';

const CHILD = fileURLToPath(new URL('children/fixture-server.ts', import.meta.url));

/** The option that says when things that a test started are stopped. */
export interface EndOptions {
  /** Registers a function that stops what was started. Default: it runs when the test is over. */
  readonly onEnd?: (end: () => void | Promise<void>) => void;
}

/** Returns the source by which an agent starts the fixture server as a program. */
export function toFixtureSource(
  settings: FixtureSettings & { readonly legacy?: boolean; readonly endsAtListen?: boolean } = {},
): McpSource {
  return {
    command: process.execPath,
    args: [CHILD, JSON.stringify(settings)],
    env: { FIXTURE: 'yes', ...COMPILE_CACHE },
  };
}

/** The option that lets a server be away. */
export interface AwayOptions {
  /** True if the server answers a request of this method with 503. Default: it never does. */
  readonly isAway?: (method: string) => boolean;
  /** True if the server does what a request of this method asks, and its answer is lost. Default: none is. */
  readonly isUnheard?: (method: string) => boolean;
}

/**
 * Serves the fixture server over streamable HTTP of revision 2026-07-28, until the test is over.
 */
export async function serveFixtureHttp(
  settings: FixtureSettings = {},
  { isAway = () => false, isUnheard = () => false, ...options }: EndOptions & AwayOptions = {},
): Promise<HttpFixture> {
  const handle = toNodeHandler(
    createMcpHandler((context) => createFixtureServer(context, settings)),
  );
  const answer = async (request: Request, response: Response): Promise<void> => {
    const method = String(request.headers['mcp-method']);
    if (isAway(method)) {
      response.status(503).end();
      return;
    }
    if (isUnheard(method)) {
      response.write = () => true;
      response.end = () => response.destroy();
    }
    await handle(request, response);
  };
  return serveHttp(answer, options);
}

/** The fixture server over streamable HTTP of revision 2025-11-25, which has sessions. */
export interface FixtureSessions {
  readonly source: HttpFixture;
  /** Answers all requests with this status until it is called with none. */
  readonly refuse: (status?: number) => void;
  /** Drops all sessions, as a server that restarts does. */
  readonly forget: () => void;
}

export async function serveFixtureSessions(
  settings: FixtureSettings = {},
  { forgotten = 404, ...options }: EndOptions & { readonly forgotten?: number } = {},
): Promise<FixtureSessions> {
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  let refusal: number | undefined;
  const answer = async (request: Request, response: Response): Promise<void> => {
    if (refusal !== undefined) {
      response.status(refusal).end();
      return;
    }
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (typeof id === 'string' && known === undefined) {
      response
        .status(forgotten)
        .json({ jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'No session' } });
      return;
    }
    const transport =
      known ??
      new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (made) => void sessions.set(made, transport),
      });
    if (known === undefined) {
      await createFixtureServer({ era: 'legacy' }, settings).connect(transport);
    }
    await transport.handleRequest(request, response);
  };
  const source = await serveHttp(answer, options);
  const refuse = (status?: number): void => void (refusal = status);
  return { source, refuse, forget: () => sessions.clear() };
}

/** A server over HTTP whose connections a test can end, while it goes on to listen. */
interface HttpFixture extends McpHttpSource {
  readonly cut: () => void;
}

async function serveHttp(
  answer: (request: Request, response: Response) => Promise<void>,
  { onEnd = onTestFinished }: EndOptions,
): Promise<HttpFixture> {
  const app = express();
  app.use(answer);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => server.closeAllConnections();
  onEnd(() => {
    cut();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, cut };
}

/** A served A2A agent in front of an MCP server, and a client of the agent. */
export interface Reversed {
  readonly mcp: McpAgent;
  readonly url: string;
  readonly remote: RemoteAgent;
  /** The messages that the agent's server logged. */
  readonly logged: readonly string[];
}

/** Serves an MCP server as an A2A agent until the test is over. */
export async function serveReversed(
  source: McpSource,
  { onEnd = onTestFinished, ...options }: McpAgentOptions & EndOptions = {},
): Promise<Reversed> {
  const logged: string[] = [];
  const log = (message: string, fields: object = {}): void => {
    logged.push(`${message} ${JSON.stringify(fields)}`);
  };
  const mcp = await createMcpAgent(source, { logger: { info: log, warn: log }, ...options });
  onEnd(() => mcp.close());
  const logger = { info: () => {}, warn: log, error: log };
  const server = createServer(mcp.agent, { openTasks: true, logger });
  const { url } = await server.listen({ port: 0 });
  onEnd(() => server.close());
  return { mcp, url, remote: await connect(url, { cardTimeoutMs: WAIT_LIMIT }), logged };
}

/** Makes a file in a folder of its own, to which a fixture server writes what happens. */
export function createNotes({ onEnd = onTestFinished }: EndOptions = {}): {
  readonly file: string;
  readonly read: () => string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-reverse-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'notes');
  return {
    file,
    read: () => {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return '';
      }
    },
  };
}
