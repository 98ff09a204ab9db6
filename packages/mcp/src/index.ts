// Everything named here is public; nothing else is.
export type { AgentSettings, ToolHints } from './agents/agent-settings.ts';
export type { BridgeLogger } from './bridge-logger.ts';
export type { BridgeOptions } from './bridge-options.ts';
export { createBridge, type Bridge } from './create-bridge.ts';
export { BridgeError } from './errors/bridge-error.ts';
export { McpServerError } from './errors/mcp-server-error.ts';
export type { OwnPrompt } from './own/own-prompt.ts';
export type { OwnResource } from './own/own-resource.ts';
export { readHandleKey, type HandleKeyOptions } from './handles/read-handle-key.ts';
export {
  createMcpRouter,
  type McpRouter,
  type McpRouterOptions,
} from './http/create-mcp-router.ts';
export { toMcpToolName } from './reverse/catalog/to-tags.ts';
export { createMcpAgent, type McpAgent, type RefusedTool } from './reverse/create-mcp-agent.ts';
export type { McpAgentOptions } from './reverse/mcp-agent-options.ts';
export type { McpHttpSource, McpProcessSource, McpSource } from './reverse/mcp-source.ts';
export { serveBridgeStdio, type StdioOptions } from './stdio/serve-bridge-stdio.ts';
