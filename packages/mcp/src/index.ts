// Everything named here is public; nothing else is.
export type { AgentSettings, LocalCard, LocalServer, ToolHints } from './catalog/agent-settings.ts';
export type { BridgeAuditEvent, BridgeAuditListener } from './audit.ts';
export type { BridgeLogger } from './bridge-logger.ts';
export type { BridgeOptions } from './bridge-options.ts';
export type { BridgeIdentity } from './catalog/instructions.ts';
export { createBridge, type Bridge } from './create-bridge.ts';
export { BridgeError, LockError, type LockErrorOptions, McpServerError } from './errors.ts';
export type { OperatorPrompt } from './operator/operator-prompt.ts';
export type { OperatorResource } from './operator/operator-resource.ts';
export { readHandleKey, type HandleKeyOptions } from './handles/read-handle-key.ts';
export { checkHost } from './hosts/check-host.ts';
export type { CheckedTool, HostProblem, HostInput } from './hosts/host-problem.ts';
export type { HostProfile, NameRule, SchemaRules } from './hosts/host-profile.ts';
export { findHost, HOST_PROFILES } from './hosts/host-profiles.ts';
export { listUnknown } from './hosts/check-host.ts';
export { getCaller, type McpCaller } from './mcp-caller.ts';
export { createMcpAdapter, type McpAdapterOptions } from './http/create-mcp-adapter.ts';
export {
  createMcpRouter,
  type McpRouter,
  type McpRouterOptions,
} from './http/create-mcp-router.ts';
export { acceptChanges, type AcceptOptions } from './lock/accept-changes.ts';
export type { BridgeLock, LockedAgent, LockedCard, LockedTool } from './lock/bridge-lock.ts';
export { compareBridgeLock, type LockChange } from './lock/compare-bridge-lock.ts';
export { parseBridgeLock } from './lock/parse-bridge-lock.ts';
export { readBridgeLock } from './lock/parse-bridge-lock.ts';
export { toBridgeLock, type OfferedLock } from './agents/to-bridge-lock.ts';
export { writeBridgeLock } from './lock/write-bridge-lock.ts';
export {
  createMcpAgent,
  toMcpToolName,
  type McpAgent,
  type McpAgentOptions,
  type McpHttpSource,
  type McpProcessSource,
  type McpSource,
  type RefusedTool,
} from './reverse/index.ts';
export { serveBridgeStdio } from './stdio/serve-bridge-stdio.ts';
export { type StdioOptions } from './stdio/open-stdio.ts';
