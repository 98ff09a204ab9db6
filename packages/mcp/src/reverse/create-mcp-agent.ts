import type { Agent } from '@formwork/core';
import { checkMcpAgentOptions } from './check-mcp-agent-options.ts';
import type { McpAgentOptions } from './mcp-agent-options.ts';
import type { McpSource } from './mcp-source.ts';

/** A tool that did not become a skill. */
export interface RefusedTool {
  readonly tool: string;
  readonly reasons: readonly string[];
}

/** An agent whose skills are the tools of a server. */
export interface McpAgent {
  /** For `createServer` and everything else that takes an agent: as the tools are now. */
  readonly agent: Agent;
  /** Tools that were left out, with the reasons. */
  readonly refused: readonly RefusedTool[];
  /**
   * Calls the listener with the next agent when the tools have changed, for `replaceAgent` of a
   * server; returns what ends that. A server that has no usable tool any more is taken for one that is
   * away: the agent stays as it was.
   */
  readonly onAgentChanged: (listener: (agent: Agent) => void) => () => void;
  /** Ends the connection, and the program if there is one. Close what serves the agent before. */
  readonly close: () => Promise<void>;
}

/**
 * Makes an agent of a server of MCP, of any revision up to 2026-07-28: each tool becomes a skill,
 * its input schema and its output schema named schemas. A tool that cannot be one is left out and
 * costs no other.
 *
 * @throws McpServerError if the server cannot be reached, or has no tool that can be used;
 * RangeError or TypeError for options.
 */
export async function createMcpAgent(
  source: McpSource,
  options: McpAgentOptions = {},
): Promise<McpAgent> {
  checkMcpAgentOptions(source, options);
  // Few programs are bridges in both directions.
  const { makeMcpAgent } = await import('./make-mcp-agent.ts');
  return makeMcpAgent(source, options);
}
