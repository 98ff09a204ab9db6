import { isLoopbackHost, type RequestHead } from '@formwork/network';
import { checkOptions } from '@formwork/schema/options';
import type { BridgeLogger } from '../bridge-logger.ts';
import type { BridgeOptions } from '../bridge-options.ts';
import type { AgentSettings, LocalServer } from '../catalog/agent-settings.ts';
import type { BridgeIdentity } from '../catalog/instructions.ts';
import { checkBridgeOptions } from '../check-bridge-options.ts';
import { createBridge } from '../create-bridge.ts';
import { getCaller, type McpCaller } from '../mcp-caller.ts';
import { createMcpEndpoint, type McpRouterOptions } from './create-mcp-router.ts';
import { ReplyExchange, type ExchangeReply, type ExchangeRequest } from './reply-exchange.ts';

/** The parts of the server of an agent that {@link createMcpAdapter} needs. */
interface McpAdapterHost extends LocalServer {
  readonly agent: BridgeIdentity;
  readonly publicUrl: string;
  readonly logger: BridgeLogger;
  readonly identify: (request: RequestHead) => Promise<McpCaller>;
  readonly createCallerHeaders: (caller: McpCaller | undefined) => Readonly<Record<string, string>>;
  /** Sends a request to the agent within the process. */
  readonly fetch: typeof fetch;
  /** Counts an answer as a stream. @throws an error that says when to come again, if there are too many */
  openStream(reply: ExchangeReply): void;
}

/** The HTTP endpoint of an agent's own bridge, as the server of the agent takes it. */
interface McpAdapterDoors {
  readonly name: string;
  readonly isForPages: (path: string) => boolean;
  readonly routes: readonly string[];
  readonly step: (
    exchange: {
      readonly message: ExchangeRequest;
      readonly reply: ExchangeReply;
      /** The path below that of the agent. */
      readonly path: string;
    },
    next: () => void,
  ) => void;
  /** Hosts learn of other tools at once. */
  readonly agentReplaced: () => void;
  /** Answers the calls under way, while the agent still serves. */
  readonly drain: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Options of {@link createMcpAdapter}: those of the bridge, of its endpoint, and of the tools. */
export interface McpAdapterOptions
  extends
    Omit<BridgeOptions, 'agents' | 'listAgents' | 'identity'>,
    Pick<
      McpRouterOptions,
      'allowedHosts' | 'allowedOrigins' | 'maxSessions' | 'sessionIdleMs' | 'maxBodyBytes'
    > {
  /** The path of the endpoint below that of the agent. Default `/mcp`. */
  readonly path?: string;
  /**
   * The settings of the agent's tools. Default: the names of tools have no prefix, and the alias is
   * `agent`.
   */
  readonly agent?: Partial<Omit<AgentSettings, 'url' | 'server' | 'addresses' | 'connect'>>;
}

/** The host names of pages on this machine, such as inspectors of MCP, with any port. */
const LOCAL_PAGES = ['localhost', '127.0.0.1', '[::1]'];

/** Matches a path of characters that need no escape, without `.` and `..`. */
const PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/u;

/**
 * Makes the adapter that serves MCP beside an agent: its skills are tools. Give it to `adapters` of
 * `createAgentHandler`, `createAgentRouter` or `createServer` of `@formwork/server`. Hosts
 * authenticate as callers of the agent do, and each call is made as the caller of its host, within
 * the process.
 *
 * @throws RangeError or TypeError that names the option at fault
 *
 * @example
 * ```ts
 * import type { Agent } from '@formwork/core';
 * import { createMcpAdapter } from '@formwork/mcp';
 * import { createAgentHandler } from '@formwork/server';
 *
 * declare const agent: Agent;
 * export const handler = createAgentHandler(agent, {
 *   publicUrl: 'https://example.com/agents',
 *   adapters: [createMcpAdapter()],
 * });
 * ```
 */
export function createMcpAdapter({
  path = '/mcp',
  agent = {},
  allowedHosts = [],
  allowedOrigins = [],
  maxSessions,
  sessionIdleMs,
  maxBodyBytes,
  ...options
}: McpAdapterOptions = {}): (host: McpAdapterHost) => McpAdapterDoors {
  checkPath(path);
  const settings = { alias: 'agent', prefix: false, ...agent };
  // Who makes the adapter learns of a fault, and not who serves it.
  checkBridgeOptions({ ...options, agents: [{ ...settings, url: 'http://localhost' }] });
  const isOwnPath = (requestPath: string): boolean =>
    requestPath.toLowerCase().replace(/\/$/u, '') === path.toLowerCase();
  return (host) => {
    const { readCard, createCallerHeaders, fetch } = host;
    const bridge = createBridge({
      logger: host.logger,
      ...options,
      agents: [
        {
          ...settings,
          server: { readCard },
          // The token of a host stays here.
          connect: { fetch, headers: () => createCallerHeaders(getCaller()) },
        },
      ],
      identity: () => host.agent,
    });
    const { hostname } = new URL(host.publicUrl);
    const endpoint = createMcpEndpoint(bridge, {
      identify: host.identify,
      allowedHosts: [hostname, ...allowedHosts],
      allowedOrigins: [...(isLoopbackHost(hostname) ? LOCAL_PAGES : [hostname]), ...allowedOrigins],
      ...(maxSessions !== undefined && { maxSessions }),
      ...(sessionIdleMs !== undefined && { sessionIdleMs }),
      ...(maxBodyBytes !== undefined && { maxBodyBytes }),
    });
    return {
      name: 'mcp',
      // The endpoint decides by its own list which pages may call.
      isForPages: isOwnPath,
      routes: [path],
      step({ message, reply, path: requestPath }, next) {
        if (!isOwnPath(requestPath)) {
          next();
          return;
        }
        const exchange = new ReplyExchange(message, reply, () => host.openStream(reply));
        void endpoint.answerSafely(exchange);
      },
      agentReplaced: () => void bridge.refresh(),
      // Calls end their waits here, because the agent refuses to name their tasks once it closes.
      drain: () => endpoint.close(),
      async close() {
        await endpoint.close();
        await bridge.close();
      },
    };
  };
}

function checkPath(path: unknown): void {
  checkOptions(
    { path },
    {
      subject: 'Cannot serve MCP',
      rules: {
        path: {
          expected: 'a path such as "/mcp"',
          isValid: (value) => typeof value === 'string' && PATH.test(value),
        },
      },
    },
  );
}
