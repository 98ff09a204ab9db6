import type { Agent } from '@formwork/core';
import type { BridgeLogger } from '../bridge-logger.ts';

/** A program that serves MCP over its standard input and output. */
export interface McpProcessSource {
  readonly command: string;
  /** The arguments of the program. Default: none. */
  readonly args?: readonly string[];
  /**
   * Environment variables for the program. It also gets the few that a program needs to start, such
   * as `PATH` and `HOME`, and nothing else from this process. Default: none.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** The working folder of the program. Default: the current one. */
  readonly cwd?: string;
}

/** An MCP server that is reached over streamable HTTP. */
export interface McpHttpSource {
  readonly url: string;
  /**
   * Headers that are sent with every request, such as `authorization`. Redirects are not followed.
   */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The MCP server whose tools become skills: a program or an address. */
export type McpSource = McpProcessSource | McpHttpSource;

/**
 * Returns the name of a source for logs, without arguments and queries, because they may contain
 * secrets.
 */
export function nameSource(source: McpSource): string {
  if ('command' in source) return source.command;
  const { origin, pathname } = new URL(source.url);
  return `${origin}${pathname}`;
}

/** Options of `createMcpAgent`. */
export interface McpAgentOptions {
  /** The name of the agent in its card. Default: the server's own. */
  readonly name?: string;
  /**
   * The description of the agent in its card. Default: the server's instructions, else its
   * description.
   */
  readonly description?: string;
  /** The version of the agent in its card. Default: the server's version, else `0.0.0`. */
  readonly version?: string;
  /** Names of the tools that become skills; `*` stands for any characters. Default: all. */
  readonly allow?: readonly string[];
  /** Names of tools that do not become skills even if `allow` names them. Default: none. */
  readonly deny?: readonly string[];
  /**
   * The longest time that the server may take to start and to list its tools, in milliseconds.
   * Default 60,000.
   */
  readonly startTimeoutMs?: number;
  /**
   * The longest time that a call may take, without its questions, in milliseconds. Default: no
   * limit.
   */
  readonly callTimeoutMs?: number;
  /**
   * The time after which a question of a call that stays open at the server is withdrawn without an
   * answer, in milliseconds. Servers of 2026-07-28 keep no call open. Default 600,000.
   */
  readonly questionTimeoutMs?: number;
  /** The logger for what the operator should know. Default: nothing is logged. */
  readonly logger?: BridgeLogger;
}

/** A tool that did not become a skill, with the reasons. */
export interface RefusedTool {
  readonly tool: string;
  readonly reasons: readonly string[];
}

/** An agent whose skills are the tools of an MCP server. */
export interface McpAgent {
  /**
   * The agent with the current tools, for `createServer` and everything else that takes an agent.
   */
  readonly agent: Agent;
  /** The tools that did not become skills, with the reasons. */
  readonly refused: readonly RefusedTool[];
  /**
   * Calls a listener with a new agent whenever the tools change, for `replaceAgent` of a server;
   * returns a function that stops this. If no usable tool is left, the agent stays as it was.
   */
  readonly onAgentChanged: (listener: (agent: Agent) => void | Promise<void>) => () => void;
  /** Closes the connection to the server, and ends its program. Stop serving the agent before. */
  readonly close: () => Promise<void>;
}
