import type { Agent } from '@formwork/core';
import { createBridge, createMcpRouter, type McpRouter } from '@formwork/mcp';
import type { ServeSettings } from './read-settings.ts';

/** Pages of this machine, such as inspectors of MCP, on any port. */
const LOCAL_PAGES = ['localhost', '127.0.0.1', '[::1]'];

/** The door for hosts of MCP. */
export interface AgentMcp extends McpRouter {
  /** Looks whether the agent's card is another. Never rejects. */
  readonly refresh: () => Promise<void>;
}

/** The agent that is served here, and where. */
export interface AgentMcpOptions {
  /** Where it listens, once it does. */
  readonly url: () => string;
  /** The agent as it is now. */
  readonly agent: () => Agent;
}

/**
 * The skills of an agent that is served here as tools for hosts of MCP. `undefined` where
 * callers have to say who they are: what a host is let in with is for the bridge, and is never passed
 * on.
 */
export function createAgentMcp(
  { publicUrl, apiKeys, issuer, allowedHosts = [], allowedOrigins = [] }: ServeSettings,
  { url, agent }: AgentMcpOptions,
): AgentMcp | undefined {
  if (apiKeys !== undefined || issuer !== undefined) return undefined;
  const bridge = createBridge({
    agents: [
      {
        alias: 'agent',
        prefix: false,
        url: () => publicUrl ?? url(),
        // The public address may lead here only from elsewhere.
        ...(publicUrl !== undefined && { connect: { fetch: createLocalFetch(publicUrl, url) } }),
      },
    ],
    identity: agent,
  });
  const names = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const { router, close } = createMcpRouter(bridge, {
    allowedHosts: [...names, ...allowedHosts],
    allowedOrigins: [...(publicUrl === undefined ? LOCAL_PAGES : names), ...allowedOrigins],
  });
  return {
    router,
    refresh: bridge.refresh,
    async close() {
      await close();
      await bridge.close();
    },
  };
}

/** Sends what is meant for the public address to where the agent listens. */
function createLocalFetch(publicUrl: string, url: () => string): typeof fetch {
  const { origin, pathname } = new URL(publicUrl);
  const base = pathname.replace(/\/$/u, '');
  const toLocal = (address: string): string => {
    const asked = new URL(address);
    // Compared as an origin: an address may begin like the public one and lead elsewhere.
    const isHere =
      asked.origin === origin && (asked.pathname === base || asked.pathname.startsWith(`${base}/`));
    return isHere ? `${url()}${asked.pathname.slice(base.length)}${asked.search}` : address;
  };
  return async (input, init) =>
    input instanceof Request
      ? fetch(new Request(toLocal(input.url), input), init)
      : fetch(toLocal(String(input)), init);
}
