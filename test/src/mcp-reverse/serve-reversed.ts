import { mkdtempSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, type RemoteAgent } from '@formwork/client';
import { createMcpAgent, type McpAgent, type McpAgentOptions, type McpSource } from '@formwork/mcp';
import { createServer } from '@formwork/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import express from 'express';
import { onTestFinished } from 'vitest';
import { createFixtureServer, type FixtureSettings } from './fixture-server.ts';

const CHILD = fileURLToPath(new URL('children/fixture-server.ts', import.meta.url));

/** The fixture as a program of its own. */
export function toFixtureSource(
  settings: FixtureSettings & { readonly legacy?: boolean } = {},
): McpSource {
  return {
    command: process.execPath,
    args: [CHILD, JSON.stringify(settings)],
    env: { FIXTURE: 'yes', NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
  };
}

/** The fixture over streamable HTTP of 2026-07-28, until the test is over. */
export async function serveFixtureHttp(settings: FixtureSettings = {}): Promise<McpSource> {
  const handler = createMcpHandler((context) => createFixtureServer(context, settings));
  const handle = toNodeHandler(handler);
  const app = express();
  app.use(async (request, response) => {
    await handle(request, response);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

/** An agent of a server of MCP that is served, and a client of it. */
export interface Reversed {
  readonly mcp: McpAgent;
  readonly url: string;
  readonly remote: RemoteAgent;
  /** What the log was told. */
  readonly logged: readonly string[];
}

/** Serves a server of MCP as an agent until the test is over. */
export async function serveReversed(
  source: McpSource,
  options: McpAgentOptions = {},
): Promise<Reversed> {
  const logged: string[] = [];
  const log = (message: string, fields: object = {}): void => {
    logged.push(`${message} ${JSON.stringify(fields)}`);
  };
  const mcp = await createMcpAgent(source, { logger: { info: log, warn: log }, ...options });
  onTestFinished(() => mcp.close());
  const logger = { info: () => {}, warn: log, error: log };
  const server = createServer(mcp.agent, { openTasks: true, logger });
  const { url } = await server.listen({ port: 0 });
  onTestFinished(() => server.close());
  return { mcp, url, remote: await connect(url), logged };
}

/** A file for what a fixture notes. */
export function createNotes(): { readonly file: string; readonly read: () => string } {
  const file = join(mkdtempSync(join(tmpdir(), 'mcp-reverse-')), 'notes');
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
