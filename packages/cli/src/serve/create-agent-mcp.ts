import type { Agent } from '@formwork/core';
import {
  type BridgeAuditListener,
  createBridge,
  createMcpRouter,
  getCaller,
  type McpRouter,
} from '@formwork/mcp';
import { createLocalFetch } from '@formwork/network';
import type { CallerDesk } from '@formwork/server';
import type { ServeSettings } from './read-settings.ts';

/** The host names of pages on this machine, such as inspectors of MCP, with any port. */
const LOCAL_PAGES = ['localhost', '127.0.0.1', '[::1]'];

/** The MCP door of an agent that is served here. */
export interface AgentMcp extends McpRouter {
  /**
   * Checks whether the agent's card has changed, so that hosts are told of new tools. Never
   * rejects.
   */
  readonly refresh: () => Promise<void>;
}

/** The agent that gets an MCP door, and its URL. */
export interface AgentMcpOptions {
  /** Returns the URL that the agent is served at; to be called once it is served. */
  readonly url: () => string;
  /** Returns the current definition of the agent. */
  readonly agent: () => Agent;
  /** The server of the agent, which authenticates callers. */
  readonly server: CallerDesk;
  /** The key that encrypts handles. Default: one that lasts as long as the process. */
  readonly handleKey?: Uint8Array | undefined;
  /** Receives the security events of the door. */
  readonly audit?: BridgeAuditListener | undefined;
}

/**
 * Makes the MCP door of an agent that is served here: its skills as tools for MCP hosts. Hosts
 * authenticate as callers of the agent do, and each call is made as the caller of its host.
 */
export function createAgentMcp(
  { publicUrl, allowedHosts = [], allowedOrigins = [] }: ServeSettings,
  { url, agent, server, handleKey, audit }: AgentMcpOptions,
): AgentMcp {
  const bridge = createBridge({
    agents: [
      {
        alias: 'agent',
        prefix: false,
        lendModel: true,
        url: () => publicUrl ?? url(),
        connect: {
          // Each call is made as the caller of the host's request; the host's token stays here.
          headers: () => server.createCallerHeaders(getCaller()),
          // Its tools are the same for every caller, so they are those of the public card.
          extendedCard: false,
          // The public address may work only from outside this machine.
          ...(publicUrl !== undefined && { fetch: createLocalFetch(publicUrl, url) }),
        },
      },
    ],
    identity: agent,
    ...(handleKey && { handleKey }),
    ...(audit && { audit }),
  });
  const names = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const { router, close } = createMcpRouter(bridge, {
    identify: server.identify,
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
