import type { Agent } from '@formwork/core';
import type { BridgeLogger } from '../bridge-logger.ts';

/** A program that speaks MCP over its standard input and output. */
export interface McpProcessSource {
  readonly command: string;
  /** Default: none. */
  readonly args?: readonly string[];
  /**
   * Variables of its environment. Besides these it gets only those that a program needs to start,
   * such as `PATH` and `HOME`; nothing else of this process's environment is passed on. Default:
   * none.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the current folder. */
  readonly cwd?: string;
}

/** A server of MCP over streamable HTTP. */
export interface McpHttpSource {
  readonly url: string;
  /** Sent with every request, such as `authorization`. Redirects are not followed. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The server that the tools come from. */
export type McpSource = McpProcessSource | McpHttpSource;

/** The name of a source in logs: without arguments and queries, which may hold secrets. */
export function nameSource(source: McpSource): string {
  if ('command' in source) return source.command;
  const { origin, pathname } = new URL(source.url);
  return `${origin}${pathname}`;
}

/** Options of `createMcpAgent`. */
export interface McpAgentOptions {
  /** The name on the card. Default: the server's own. */
  readonly name?: string;
  /** Default: the instructions of the server, else its description. */
  readonly description?: string;
  /** Default: the version of the server, else `0.0.0`. */
  readonly version?: string;
  /** Names of tools that become skills; `*` stands for any characters. Default: all. */
  readonly allow?: readonly string[];
  /** Names of tools that do not, even if they are allowed. Default: none. */
  readonly deny?: readonly string[];
  /** How long the server may take to start and to list its tools, in milliseconds. Default 60,000. */
  readonly startTimeoutMs?: number;
  /** How long a call may take, not counting questions, in milliseconds. Default: no limit. */
  readonly callTimeoutMs?: number;
  /**
   * How long a call that is open at the server waits for the answer to a question, in milliseconds;
   * then the question is withdrawn. Servers of 2026-07-28 keep no call open. Default 600,000.
   */
  readonly questionTimeoutMs?: number;
  /** Default: logs nothing. */
  readonly logger?: BridgeLogger;
}

/** A tool that did not become a skill. */
export interface RefusedTool {
  readonly tool: string;
  readonly reasons: readonly string[];
}

/** An agent whose skills are the tools of a server. */
export interface McpAgent {
  /** The agent with the current tools, for `createServer` and everything else that takes an agent. */
  readonly agent: Agent;
  /** Tools that were left out, with the reasons. */
  readonly refused: readonly RefusedTool[];
  /**
   * Calls the listener with the next agent when the tools have changed, for `replaceAgent` of a
   * server; returns a function that stops. If no usable tool is left, the agent stays as it was, as if
   * the server were away.
   */
  readonly onAgentChanged: (listener: (agent: Agent) => void) => () => void;
  /** Ends the connection, and the program if there is one. Close what serves the agent before. */
  readonly close: () => Promise<void>;
}
