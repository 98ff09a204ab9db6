import type { BridgeLogger } from '../bridge-logger.ts';

/** Options of `createMcpAgent`. */
export interface McpAgentOptions {
  /** What the agent is called. Default: as the server calls itself. */
  readonly name?: string;
  /** Default: the instructions of the server, else what it says of itself. */
  readonly description?: string;
  /** Default: the version of the server, else `0.0.0`. */
  readonly version?: string;
  /** Names of tools that become skills; `*` stands for any characters. Default: all. */
  readonly allow?: readonly string[];
  /** Names of tools that do not, also if they are allowed. Default: none. */
  readonly deny?: readonly string[];
  /** How long the server may take to start and to list its tools, in milliseconds. Default 60,000. */
  readonly startTimeoutMs?: number;
  /** How long one call of a tool may take, questions left out, in milliseconds. Default: forever. */
  readonly callTimeoutMs?: number;
  /**
   * How long a call that is open at the server waits for the answer to a question, in milliseconds;
   * then the question is withdrawn. Servers of 2026-07-28 keep no call open. Default 600,000.
   */
  readonly questionTimeoutMs?: number;
  /** Default: says nothing. */
  readonly logger?: BridgeLogger;
}
