import type { Agent } from '@formwork/core';
import { createBridge, createMcpRouter, type McpRouter } from '@formwork/mcp';
import type { ServeSettings } from './read-settings.ts';

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
 * The skills of an agent that is served here as tools for hosts of MCP. `undefined` for agents with API keys: what a host is let in with is for the bridge, and
 * is never passed on.
 */
export function createAgentMcp(
  { publicUrl, apiKeys }: ServeSettings,
  { url, agent }: AgentMcpOptions,
): AgentMcp | undefined {
  if (apiKeys !== undefined) return undefined;
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
  const names = publicUrl === undefined ? undefined : [new URL(publicUrl).hostname];
  const { router, close } = createMcpRouter(
    bridge,
    names === undefined ? {} : { allowedHosts: names, allowedOrigins: names },
  );
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
  const prefix = publicUrl.replace(/\/$/u, '');
  const toLocal = (address: string): string =>
    address.startsWith(prefix) ? `${url()}${address.slice(prefix.length)}` : address;
  return async (input, init) =>
    input instanceof Request
      ? fetch(new Request(toLocal(input.url), input), init)
      : fetch(toLocal(String(input)), init);
}
