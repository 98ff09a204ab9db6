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
export type { Dialect, DialectDoors, DialectHost } from './dialect.ts';
export { bindServer } from './bind-server.ts';
export { toBodyFailure, type BodyFailure } from './body-failure.ts';
export { createJsonBodyReader, type JsonBodyOptions } from './read-json-body.ts';
export { writeEventStream, type EventStreamOptions } from './write-event-stream.ts';
export type { StreamLimits } from './stream-limits.ts';
export { UnauthenticatedError } from './errors/unauthenticated-error.ts';
export { ListenError, type ListenAddress } from './errors/listen-error.ts';
export { sendJson, type SendJsonOptions } from './send-json.ts';
export { toPublicError } from './to-public-error.ts';
