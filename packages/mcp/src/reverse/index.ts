// The only entrance: nothing else of this folder is imported from outside it.
export { toMcpToolName } from './catalog/mcp-tool.ts';
export { createMcpAgent } from './create-mcp-agent.ts';
export type {
  McpAgent,
  McpAgentOptions,
  McpHttpSource,
  McpProcessSource,
  McpSource,
  RefusedTool,
} from './mcp-agent.ts';
