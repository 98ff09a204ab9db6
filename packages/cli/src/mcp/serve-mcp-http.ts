import { createMcpRouter, type Bridge } from '@formwork/mcp';
import type { RequestHead } from '@formwork/network';
import { createStallGuard, REQUEST_TIMES } from '@formwork/server/internal';
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../errors/errors.ts';
import type { McpSettings } from './read-mcp-settings.ts';

// An import would load the whole module, including its slow WebSocket client.
const { createServer } = process.getBuiltinModule('node:http');

const LOCAL = new Set(['127.0.0.1', '::1', 'localhost']);

/** Matches the path of the endpoint, whatever its query is. */
const PATH = /^\/mcp\/?(?:\?|$)/iu;

/** The time after which a host is dropped that takes no waiting data, in milliseconds. */
const STALL_MS = 60_000;

/**
 * Serves a bridge at `/mcp` over HTTP. @throws UsageError if everybody could use the bridge's
 * credentials.
 */
export async function serveMcpHttp(
  bridge: Bridge,
  {
    host,
    port,
    callers,
    allowAnonymous,
    router: options,
  }: Pick<McpSettings, 'callers' | 'router'> & {
    readonly host: string;
    /** The port to listen on; 0 takes any free one. */
    readonly port: number;
    /** True allows every program on this machine to use the bridge's credentials. */
    readonly allowAnonymous: boolean;
  },
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  if (!LOCAL.has(host) && (callers.size === 0 || options.allowedHosts === undefined)) {
    throw new UsageError(
      `Cannot serve at ${host} because the config file must have "callers" and "allowedHosts" for anything but this machine: current value is nothing`,
    );
  }
  if (bridge.hasCredentials && callers.size === 0 && !allowAnonymous) {
    throw new UsageError(
      'Cannot serve because the bridge calls agents with credentials, which every program on this machine could use: the config file must have "callers", or --allow-anonymous be given',
    );
  }
  const { nodeListener, close } = createMcpRouter(bridge, {
    ...options,
    allowAnonymous,
    ...(callers.size > 0 && { authenticate: (request) => findCaller(request, callers) }),
  });
  const limitStall = createStallGuard(STALL_MS);
  const server = createServer(REQUEST_TIMES, (request, response) =>
    limitStall(request, response, () => {
      if (PATH.test(request.url ?? '')) void nodeListener(request, response);
      else response.writeHead(404).end();
    }),
  ).listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    const reason =
      code === 'EADDRINUSE' ? 'in use by another program. --port 0 takes any free one' : code;
    throw new UsageError(
      `Cannot serve at ${host} port ${port} because the address must be free and ours: current value is ${reason}`,
      { cause },
    );
  }
  const { port: bound } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${bound}/mcp`,
    async close() {
      await close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function findCaller(
  { headers }: RequestHead,
  callers: ReadonlyMap<string, string>,
): string | undefined {
  const [, token = ''] = /^Bearer +(\S+)$/iu.exec(headers.authorization ?? '') ?? [];
  const tokenHash = toHash(token);
  let caller: string | undefined;
  // Compares all keys, so that the time reveals nothing.
  for (const [secret, name] of callers)
    if (timingSafeEqual(toHash(secret), tokenHash)) caller = name;
  return caller;
}

function toHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
