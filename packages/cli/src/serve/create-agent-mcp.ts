import type { Agent } from '@formwork/core';
import {
  type BridgeAuditListener,
  createBridge,
  createMcpRouter,
  getCaller,
  type McpRouter,
} from '@formwork/mcp';
import type { AgentServer } from '@formwork/server';
import type { ServeSettings } from './read-settings.ts';

/** The host names of pages on this machine, such as inspectors of MCP, with any port. */
const LOCAL_PAGES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Makes the MCP door of an agent that is served here: its skills as tools for MCP hosts. Hosts
 * authenticate as callers of the agent do, and each call is made as the caller of its host.
 */
export function createAgentMcp(
  { publicUrl, allowedHosts = [], allowedOrigins = [] }: ServeSettings,
  {
    agent,
    server,
    handleKey,
    audit,
  }: {
    /** Returns the current definition of the agent. */
    readonly agent: () => Agent;
    /** The server of the agent, which has its card and authenticates callers. */
    readonly server: AgentServer;
    /** The key that encrypts handles. Default: one that lasts as long as the process. */
    readonly handleKey?: Uint8Array | undefined;
    /** Receives the security events of the door. */
    readonly audit?: BridgeAuditListener | undefined;
  },
): Pick<McpRouter, 'router' | 'close'> & {
  /**
   * Checks whether the agent's card has changed, so that hosts hear of new tools. Never
   * rejects.
   */
  readonly refresh: () => Promise<void>;
} {
  const bridge = createBridge({
    agents: [
      {
        alias: 'agent',
        prefix: false,
        lendModel: true,
        server,
        // Each call is made as the caller of the host's request; the host's token stays here.
        connect: { headers: () => server.createCallerHeaders(getCaller()) },
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
