// Everything named here is public; nothing else is.
export type { AgentSettings, ToolHints } from './agents/agent-settings.ts';
export type { BridgeLogger } from './bridge-logger.ts';
export type { BridgeOptions } from './bridge-options.ts';
export { createBridge, type Bridge } from './create-bridge.ts';
export { BridgeError } from './errors/bridge-error.ts';
export type { OwnPrompt } from './own/own-prompt.ts';
export type { OwnResource } from './own/own-resource.ts';
export { readHandleKey, type HandleKeyOptions } from './handles/read-handle-key.ts';
export {
  createMcpRouter,
  type McpRouter,
  type McpRouterOptions,
} from './http/create-mcp-router.ts';
export { serveBridgeStdio, type StdioOptions } from './stdio/serve-bridge-stdio.ts';
