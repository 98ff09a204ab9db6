// Everything named here is public; nothing else is.
export type {
  AgentRouterOptions,
  Authenticate,
  MountedAgentOptions,
} from './agent-router-options.ts';
export type { AuditEvent, AuditListener } from './audit.ts';
export {
  createApiKeyAuthentication,
  createBearerAuthentication,
  type ApiKeyAuthenticationOptions,
  type BearerAuthenticationOptions,
} from './authentication.ts';
export type { Caller, Identify } from './caller.ts';
export { createAgentRouter, type AgentRouter } from './create-agent-router.ts';
export {
  createServer,
  type AgentServer,
  type ListenOptions,
  type ServerOptions,
} from './create-server.ts';
export type { GuardOptions } from './guard.ts';
export type { ProtocolAdapter, AdapterDoors, AdapterHost } from './protocol-adapter.ts';
export type { StreamLimits } from './write-event-stream.ts';
export { ListenError, UnauthenticatedError, type ListenAddress } from './errors.ts';
