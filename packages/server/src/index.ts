// Everything named here is public; nothing else is.
export type { AgentRouterOptions, Authenticate } from './agent-router-options.ts';
export {
  createApiKeyAuthentication,
  type ApiKeyAuthenticationOptions,
} from './create-api-key-authentication.ts';
export {
  createBearerAuthentication,
  type BearerAuthenticationOptions,
} from './create-bearer-authentication.ts';
export { createConsoleLogger } from './console-logger.ts';
export {
  createAgentRouter,
  type AgentRouter,
  type MountedAgentOptions,
} from './create-agent-router.ts';
export {
  createServer,
  type AgentServer,
  type ListenOptions,
  type ServerOptions,
} from './create-server.ts';
export type { StreamLimits } from './stream-limits.ts';
export { ListenError } from './errors/listen-error.ts';
